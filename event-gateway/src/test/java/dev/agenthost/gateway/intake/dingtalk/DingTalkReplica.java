package dev.agenthost.gateway.intake.dingtalk;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.intake.BotEventIntakes;
import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.gateway.intake.connection.ConnectedPlatform;
import dev.agenthost.gateway.intake.connection.ws.ConnectionReplica;
import dev.agenthost.im.dingtalk.client.DingTalkEndpointClient;
import dev.agenthost.im.dingtalk.client.DingTalkFileDownload;
import dev.agenthost.im.dingtalk.client.DingTalkTokens;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A replica of event-gateway with the connections of its bots, whose events go to the producer of a test. */
final class DingTalkReplica {
    private DingTalkReplica() {}

    static ConnectionReplica of(Vertx vertx, String secret, EventProducer events) {
        return new ConnectionReplica(vertx, outbound -> platform(outbound, secret, events));
    }

    private static ConnectedPlatform platform(EgressClient outbound, String secret, EventProducer events) {
        BotTokens secrets = new BotTokens(new Secrets(Map.of("DINGTALK_SECRET", secret)));
        DingTalkTokens tokens = new DingTalkTokens(outbound, ConnectionReplica.TIMEOUT, InstantSource.system());
        DingTalkEventIntake intake = new DingTalkEventIntake(
                BotEventIntakes.into(events),
                press -> CompletableFuture.failedFuture(new IOException()),
                new DingTalkDownloads(new DingTalkFileDownload(outbound, tokens, ConnectionReplica.TIMEOUT), secrets));
        return new DingTalkConnections(
                secrets, new DingTalkEndpointClient(outbound, ConnectionReplica.TIMEOUT), intake);
    }
}
