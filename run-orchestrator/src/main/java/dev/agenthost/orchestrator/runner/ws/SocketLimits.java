package dev.agenthost.orchestrator.runner.ws;

import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.http.HttpServerOptions;
import jakarta.inject.Singleton;

/** The limits of the runners' wire: messages up to 16 MiB, whole or fragmented. Compression would cost more than it saves. */
@Singleton
class SocketLimits implements HttpServerOptionsCustomizer {
    private static final int LARGEST_MESSAGE = 16 * 1024 * 1024;

    @Override
    public void customizeHttpServer(HttpServerOptions options) {
        limit(options);
    }

    @Override
    public void customizeHttpsServer(HttpServerOptions options) {
        limit(options);
    }

    private static void limit(HttpServerOptions options) {
        options.setMaxWebSocketFrameSize(LARGEST_MESSAGE)
                .setMaxWebSocketMessageSize(LARGEST_MESSAGE)
                .setPerMessageWebSocketCompressionSupported(false);
    }
}
