package dev.agenthost.gateway.intake.lark;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.intake.BotEventIntakes;
import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.gateway.intake.connection.ConnectedPlatform;
import dev.agenthost.gateway.intake.connection.ws.ConnectionReplica;
import dev.agenthost.im.lark.client.LarkEndpointClient;
import dev.agenthost.im.lark.client.LarkFileDownload;
import dev.agenthost.im.lark.client.TenantTokens;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A replica of event-gateway with the long connections of its bots, whose events go to the producer of a test. */
final class LarkReplica {
    private LarkReplica() {}

    static ConnectionReplica of(Vertx vertx, String secret, EventProducer events) {
        return new ConnectionReplica(vertx, outbound -> platform(outbound, secret, events));
    }

    private static ConnectedPlatform platform(EgressClient outbound, String secret, EventProducer events) {
        BotTokens secrets = new BotTokens(new Secrets(Map.of("LARK_SECRET", secret)));
        TenantTokens tokens = new TenantTokens(outbound, ConnectionReplica.TIMEOUT, InstantSource.system());
        LarkEventIntake intake = new LarkEventIntake(
                BotEventIntakes.into(events),
                press -> CompletableFuture.failedFuture(new IOException()),
                new LarkDownloads(new LarkFileDownload(outbound, tokens, ConnectionReplica.TIMEOUT), secrets));
        return new LarkConnections(secrets, new LarkEndpointClient(outbound, ConnectionReplica.TIMEOUT), intake);
    }
}
