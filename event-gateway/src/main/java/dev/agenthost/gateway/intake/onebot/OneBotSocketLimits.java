package dev.agenthost.gateway.intake.onebot;

import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.http.HttpServerOptions;
import jakarta.inject.Singleton;

/** The limits of WebSockets: messages up to 1 MiB, whole or fragmented, as bodies have. Compressed messages could become larger. */
@Singleton
class OneBotSocketLimits implements HttpServerOptionsCustomizer {
    private static final int LARGEST_MESSAGE = 1024 * 1024;

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
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false);
    }
}
