package dev.agenthost.gateway.intake.connection.ws;

import dev.agenthost.gateway.intake.connection.ConnectedPlatform;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.EgressSocketClient;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** A replica of event-gateway with the connections of its bots at one platform. */
public final class ConnectionReplica implements AutoCloseable {
    public static final Duration TIMEOUT = Duration.ofSeconds(10);

    public final BotRegistry bots = new BotRegistry();
    private final PlatformConnections connections;
    private final Vertx vertx;
    private final long timer;

    /** @param platform made with the client for calls of the platform */
    public ConnectionReplica(Vertx vertx, Function<EgressClient, ConnectedPlatform> platform) {
        this.vertx = vertx;
        AddressPolicy rules = new AddressPolicy(true);
        connections = new PlatformConnections(
                List.of(platform.apply(new EgressClient(vertx, rules, 4, TIMEOUT))),
                bots,
                new EgressSocketClient(vertx, rules, 4 * 1024 * 1024, TIMEOUT),
                (ofPlatform, outcome) -> {},
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
