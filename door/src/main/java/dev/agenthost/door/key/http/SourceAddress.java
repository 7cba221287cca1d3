package dev.agenthost.door.key.http;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Where a request came from: its peer, or whom a proxy names that Quarkus is told to trust. */
public final class SourceAddress {
    private static final String UNKNOWN = "unknown";

    private SourceAddress() {}

    public static String of(@Nullable HttpServerRequest request) {
        SocketAddress peer = request == null ? null : request.remoteAddress();
        String address = peer == null ? null : peer.hostAddress();
        return address == null ? UNKNOWN : address;
    }
}
