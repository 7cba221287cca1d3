package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.hostapi.HostApi;
import dev.agenthost.orchestrator.runner.ConnectionRepository;
import dev.agenthost.orchestrator.runner.RunnerRegistry;
import dev.agenthost.orchestrator.runner.ws.LargeMessages;
import dev.agenthost.orchestrator.runtime.BackOff;
import dev.agenthost.orchestrator.runtime.RuntimeClaims;
import dev.agenthost.orchestrator.runtime.RuntimeConnection;
import dev.agenthost.orchestrator.runtime.RuntimeConnectionFactory;
import dev.agenthost.orchestrator.runtime.RuntimeKeeper;
import dev.agenthost.orchestrator.runtime.RuntimeSettings;
import dev.agenthost.orchestrator.runtime.RuntimeTiming;
import dev.agenthost.orchestrator.runtime.postgres.PostgresRuntimeClaimRepository;
import dev.agenthost.orchestrator.runtime.ws.SocketDialer;
import dev.agenthost.orchestrator.wire.Frame;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/** Connects the dialled runtimes of this replica to the registry, the repository of connections and the host API. */
@Singleton
final class RuntimeWiring implements RuntimeKeeper.Watcher {
    private static final Logger LOG = Logger.getLogger(RuntimeWiring.class);
    private static final long TICK = 250;
    private static final Duration STATEMENT = Duration.ofSeconds(10);
    private static final Duration DIALLING = Duration.ofSeconds(10);

    private final RunnerRegistry registry;
    private final ConnectionRepository board;
    private final CompositionRoot parts;
    private final Vertx vertx;
    private final SocketDialer dialer;
    private final Frame.InvalidFrameCounter meter;
    private final List<RuntimeKeeper> keepers;

    RuntimeWiring(
            RuntimesSettings settings,
            RuntimeTimingSettings pace,
            RunnerSettings runners,
            Config config,
            Pool pool,
            Vertx vertx,
            CompositionRoot parts,
            RunnerRegistry registry,
            ConnectionRepository board,
            LargeMessages large,
            Frame.InvalidFrameCounter meter,
            HostApi api) {
        this.meter = meter;
        this.registry = registry;
        this.board = board;
        this.parts = parts;
        this.vertx = vertx;
        this.dialer = new SocketDialer(vertx, DIALLING, large);
        Context context = vertx.getOrCreateContext();
        RuntimeTiming timing = pace.pace();
        RuntimeClaims claims = new RuntimeClaims(
                new PostgresRuntimeClaimRepository(pool, STATEMENT),
                parts.lease()::incarnation,
                parts.lease()::mayActAs);
        RuntimeConnectionFactory connections = new RuntimeConnectionFactory(
                runners.instance(),
                () -> UUID.randomUUID().toString(),
                timing,
                runners.waiting(),
                api::serveRequest,
                System::nanoTime);
        this.keepers = settings.checked(name -> secret(config, name)).stream()
                .map(one -> new RuntimeKeeper(
                        one,
                        claims,
                        dialer,
                        connections,
                        new BackOff(timing.first(), timing.longest(), () -> ThreadLocalRandom.current()
                                .nextDouble()),
                        work -> context.runOnContext(none -> work.run()),
                        System::nanoTime,
                        this))
                .toList();
    }

    private static Optional<String> secret(Config config, String name) {
        return config.getOptionalValue("agenthost.secrets.\"" + name + "\"", String.class)
                .or(() -> config.getOptionalValue("agenthost.secrets." + name, String.class));
    }

    void started(@Observes StartupEvent event) {
        if (keepers.isEmpty()) {
            return;
        }
        vertx.setPeriodic(TICK, timer -> keepers.forEach(RuntimeKeeper::tick));
        parts.lease().onLost(incarnation -> keepers.forEach(RuntimeKeeper::tick));
        parts.onQueued(() -> keepers.forEach(RuntimeKeeper::wanted));
    }

    void stopping(@Observes ShutdownEvent event) {
        keepers.forEach(RuntimeKeeper::stop);
        dialer.close();
    }

    @Override
    public void ready(RuntimeConnection connection) {
        LOG.infof("connectionId=%s %s connected", connection.id(), connection.settings());
        registry.clear(connection.settings().toString());
        registry.add(connection);
        board.changed();
    }

    @Override
    public void changed(RuntimeConnection connection) {
        connection
                .refusals()
                .forEach(refused ->
                        LOG.warnf("connectionId=%s plugin=%s %s", connection.id(), refused.plugin(), refused.runner()));
        LOG.infof(
                "connectionId=%s runners=%s listed",
                connection.id(),
                connection.runners().stream()
                        .map(runner -> runner.id().toString())
                        .toList());
        registry.wake();
        board.changed();
    }

    @Override
    public void roomier(RuntimeConnection connection) {
        registry.wake();
    }

    @Override
    public void misunderstood(RuntimeConnection connection, Frame.Invalid invalid, boolean first) {
        meter.count(invalid.kind());
        if (first) {
            LOG.warnf(
                    "connectionId=%s %s invalid message: %s; the runs that it may belong to end as runner.protocol_error, further ones are only counted",
                    connection.id(), connection.settings(), invalid.why());
        }
    }

    @Override
    public void ended(RuntimeConnection connection, String why) {
        LOG.infof("connectionId=%s %s closed: %s", connection.id(), connection.settings(), why);
        registry.remove(connection);
        board.changed();
    }

    @Override
    public void troubled(RuntimeSettings runtime, String why) {
        LOG.warnf("%s: %s", runtime, why);
        registry.report(new RunnerRegistry.ConnectionProblem(runtime.toString(), Set.of(runtime.workspace()), why));
        board.changed();
    }

    @Override
    public void letGo(RuntimeSettings runtime) {
        registry.clear(runtime.toString());
        board.changed();
    }
}
