package dev.agenthost.gateway.intake.dingtalk;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.intake.BotEventIntake;
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
        return of(vertx, Map.of("DINGTALK_SECRET", secret), BotEventIntakes.into(events));
    }

    /** @param secrets the values of configured secrets by their names */
    static ConnectionReplica of(Vertx vertx, Map<String, String> secrets, BotEventIntake events) {
        return new ConnectionReplica(
                vertx, outbound -> platform(outbound, new BotTokens(new Secrets(secrets)), events));
    }

    private static ConnectedPlatform platform(EgressClient outbound, BotTokens secrets, BotEventIntake events) {
        DingTalkTokens tokens = new DingTalkTokens(outbound, ConnectionReplica.TIMEOUT, InstantSource.system());
        DingTalkEventIntake intake = new DingTalkEventIntake(
                events,
                press -> CompletableFuture.failedFuture(new IOException()),
                new DingTalkDownloads(new DingTalkFileDownload(outbound, tokens, ConnectionReplica.TIMEOUT), secrets));
        return new DingTalkConnections(
                secrets, new DingTalkEndpointClient(outbound, ConnectionReplica.TIMEOUT), intake);
    }
}
