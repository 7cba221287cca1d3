package dev.agenthost.platform.egress.http;

import io.vertx.core.http.WebSocket;
import java.util.Map;

/** The outcome of opening a WebSocket. */
public sealed interface WebSocketResult {
    /** The connection is open. Its handlers must be set at once, on the context of the caller. */
    record Opened(WebSocket socket) implements WebSocketResult {}

    /**
     * The server answered the upgrade with another status.
     *
     * @param headers of the answer, by their names in lower case
     */
    record Rejected(int status, Map<String, String> headers) implements WebSocketResult {
        public Rejected {
            headers = Map.copyOf(headers);
        }
    }

    /** The address is invalid. */
    record Invalid(String why) implements WebSocketResult {}

    /** The address is in a forbidden network. */
    record Forbidden(String why) implements WebSocketResult {}

    /** There was no connection, no certificate of the host, or no answer in time. */
    record Unreachable(String why) implements WebSocketResult {}
}
