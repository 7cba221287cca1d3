package dev.agenthost.platform.rest.http;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Source address of a request: its peer, or the address from a proxy that Quarkus is configured to trust. */
public final class SourceAddress {
    private static final String UNKNOWN = "unknown";

    private SourceAddress() {}

    public static String of(@Nullable HttpServerRequest request) {
        SocketAddress peer = request == null ? null : request.remoteAddress();
        String address = peer == null ? null : peer.hostAddress();
        return address == null ? UNKNOWN : address;
    }
}
