package dev.agenthost.gateway.intake.discord;

import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.discord.client.DiscordApp;
import dev.agenthost.im.discord.client.DiscordClient;
import dev.agenthost.platform.egress.http.EgressSocketClient;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.util.function.Consumer;

/** The way of one bot to the gateway. */
final class DiscordTransport {
    private final DiscordApp app;
    private final DiscordClient client;
    private final EgressSocketClient sockets;
    private final Vertx vertx;

    DiscordTransport(DiscordApp app, DiscordClient client, EgressSocketClient sockets, Vertx vertx) {
        this.app = app;
        this.client = client;
        this.sockets = sockets;
        this.vertx = vertx;
    }

    String token() {
        return app.token();
    }

    /** Asks for the address of the gateway. Never fails. */
    Uni<AddressAnswer> address() {
        return client.gateway(app);
    }

    /** Begins to open a socket. */
    DiscordSocket connect(String url, Consumer<DiscordSignal> signals) {
        return DiscordSocket.connect(sockets, vertx.getOrCreateContext(), url, signals);
    }
}
