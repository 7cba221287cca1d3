package dev.agenthost.platform.egress.http;

import java.time.Duration;
import java.util.Map;

/**
 * A POST to an address that a person configured.
 *
 * @param headers may hold secrets, so they are not printed
 * @param body handed on, never changed
 * @param limit until the head of the answer is there
 */
public record HttpRequest(String url, Map<String, String> headers, HttpBody body, Duration limit) {
    public HttpRequest {
        headers = Map.copyOf(headers);
    }

    /** A request with a body in memory. */
    public HttpRequest(String url, Map<String, String> headers, byte[] body, Duration limit) {
        this(url, headers, new HttpBody.Bytes(body), limit);
    }

    /** Without headers and query, in which secrets stand. */
    @Override
    public String toString() {
        return "OutboundCall[" + body.length() + " bytes]";
    }
}
