package dev.agenthost.gateway.intake.lark;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.intake.BotEventIntakes;
import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.lark.client.LarkEndpointClient;
import dev.agenthost.im.lark.client.LarkFileDownload;
import dev.agenthost.im.lark.client.TenantTokens;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.EgressSocketClient;
import dev.agenthost.platform.security.Secrets;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A replica of event-gateway with the long connections of its bots, whose events go to the producer of a test. */
final class LarkReplica implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    final BotRegistry bots = new BotRegistry();
    private final LarkConnections connections;
    private final Vertx vertx;
    private final long timer;

    LarkReplica(Vertx vertx, String secret, EventProducer events) {
        this.vertx = vertx;
        AddressPolicy rules = new AddressPolicy(true);
        EgressClient outbound = new EgressClient(vertx, rules, 4, TIMEOUT);
        BotTokens secrets = new BotTokens(new Secrets(Map.of("LARK_SECRET", secret)));
        TenantTokens tokens = new TenantTokens(outbound, TIMEOUT, InstantSource.system());
        LarkEventIntake intake = new LarkEventIntake(
                BotEventIntakes.into(events),
                press -> CompletableFuture.failedFuture(new IOException()),
                new LarkDownloads(new LarkFileDownload(outbound, tokens, TIMEOUT), secrets));
        connections = new LarkConnections(
                bots,
                secrets,
                new LarkEndpointClient(outbound, TIMEOUT),
                new EgressSocketClient(vertx, rules, 4 * 1024 * 1024, TIMEOUT),
                intake,
                outcome -> {},
                vertx);
        bots.complete();
        timer = vertx.setPeriodic(20, round -> connections.round());
    }

    /** Ends as at a shutdown. */
    @Override
    public void close() throws InterruptedException {
        vertx.cancelTimer(timer);
        connections.close(Duration.ofSeconds(5));
    }
}
