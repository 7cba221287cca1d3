package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.door.secret.Secrets;
import dev.agenthost.orchestrator.buffer.BufferBudget;
import dev.agenthost.orchestrator.cancel.CancelLedger;
import dev.agenthost.orchestrator.catalogue.Catalogue;
import dev.agenthost.orchestrator.context.http.HttpRunMemory;
import dev.agenthost.orchestrator.drive.Ownership;
import dev.agenthost.orchestrator.drive.RunLookup;
import dev.agenthost.orchestrator.execution.PluginRunExecutor;
import dev.agenthost.orchestrator.execution.Tools;
import dev.agenthost.orchestrator.execution.postgres.PostgresGrantShelf;
import dev.agenthost.orchestrator.finish.RunFence;
import dev.agenthost.orchestrator.grant.HostPolicy;
import dev.agenthost.orchestrator.hostapi.HostApi;
import dev.agenthost.orchestrator.hostapi.HostCalls;
import dev.agenthost.orchestrator.hostapi.audit.CallAudit;
import dev.agenthost.orchestrator.hostapi.audit.Caller;
import dev.agenthost.orchestrator.hostapi.audit.OutboxAuditTrail;
import dev.agenthost.orchestrator.hostapi.kafka.KafkaAuditProducer;
import dev.agenthost.orchestrator.hostapi.out.ModelCalls;
import dev.agenthost.orchestrator.hostapi.out.ToolCalls;
import dev.agenthost.orchestrator.hostapi.postgres.PostgresAuditOutbox;
import dev.agenthost.orchestrator.model.catalogue.Model;
import dev.agenthost.orchestrator.rate.WorkspaceLimits;
import dev.agenthost.orchestrator.runner.Liveness;
import dev.agenthost.orchestrator.runner.RunnerDescriptor;
import dev.agenthost.orchestrator.runner.RunnerRegistry;
import dev.agenthost.orchestrator.runner.cdi.RunnerSettings;
import dev.agenthost.orchestrator.runner.key.UnregisteredConnections;
import dev.agenthost.orchestrator.runner.postgres.PostgresConnectionBoard;
import dev.agenthost.orchestrator.session.Sessions;
import dev.agenthost.orchestrator.steering.SteeringLedger;
import dev.agenthost.orchestrator.tool.ToolShelf;
import dev.agenthost.orchestrator.wire.ws.LargeMessages;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.watch.metrics.FewNames;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/** The runner's half of the service, put together. */
@Singleton
final class RunnerWiring {
    private static final Logger LOG = Logger.getLogger(RunnerWiring.class);
    private static final long A_SECOND = 1_000;
    private static final long FIVE_SECONDS = 5_000;
    private static final long AN_HOUR = 3_600_000;
    /** Of a statement about connections. */
    private static final Duration STATEMENT = Duration.ofSeconds(10);
    /** Questions to context-store at once; the rest waits its turn. */
    private static final int MOST_AT_ONCE = 64;
    /** As many as Quarkus allows addresses in its own numbers. */
    private static final int RUNNERS_WITH_LABELS = 100;

    @Produces
    @Singleton
    RunnerRegistry registry() {
        return new RunnerRegistry();
    }

    @Produces
    @Singleton
    FewNames runnersWithLabels() {
        return new FewNames(RUNNERS_WITH_LABELS);
    }

    @Produces
    @Singleton
    Sessions sessions() {
        return new Sessions();
    }

    @Produces
    @Singleton
    BufferBudget buffer(BufferSettings settings) {
        return settings.budget();
    }

    @Produces
    @Singleton
    UnregisteredConnections unregistered(RunnerSettings settings) {
        return new UnregisteredConnections(settings.beforeRegistration());
    }

    @Produces
    @Singleton
    LargeMessages largeMessages() {
        return LargeMessages.ofHeap();
    }

    @Produces
    @Singleton
    Liveness liveness(RunnerSettings settings) {
        return settings.liveness();
    }

    @Produces
    @Singleton
    HttpRunMemory memory(
            Vertx vertx,
            @ConfigProperty(name = "agenthost.context-store.url") URI url,
            @ConfigProperty(name = "agenthost.internal-key") String key) {
        HttpClientOptions options = new HttpClientOptions()
                .setMaxPoolSize(MOST_AT_ONCE)
                .setKeepAlive(true)
                .setConnectTimeout(2_000)
                .setTcpNoDelay(true);
        return new HttpRunMemory(vertx, options, url, key);
    }

    @Produces
    @Singleton
    RunFence fence(HttpRunMemory memory) {
        return (key, attempt) -> memory.end(key.workspaceId(), key.runId(), attempt);
    }

    @Produces
    @Singleton
    KafkaAuditProducer auditProducer(@Identifier("default-kafka-broker") Map<String, Object> broker) {
        return new KafkaAuditProducer(broker);
    }

    void close(@Disposes KafkaAuditProducer producer) {
        producer.close();
    }

    @Produces
    @Singleton
    OutboxAuditTrail auditTrail(Pool pool, KafkaAuditProducer producer) {
        return new OutboxAuditTrail(new PostgresAuditOutbox(pool), producer);
    }

    @Produces
    @Singleton
    CallAudit callAudit(OutboxAuditTrail trail) {
        return new CallAudit(trail);
    }

    @Produces
    @Singleton
    HostApi hostApi(
            Sessions sessions,
            HttpRunMemory memory,
            RunLookup lookup,
            CancelLedger cancels,
            SteeringLedger steering,
            ModelCalls models,
            ToolCalls tools,
            Ownership ownership,
            CallAudit audit,
            RunnerRegistry registry,
            WorkspaceLimits limits,
            @ConfigProperty(name = "agenthost.compatibility.langbot-version", defaultValue = "v4.11.0")
                    String version) {
        InstantSource clock = InstantSource.system();
        HostCalls calls = new HostCalls(memory, lookup, cancels, steering, models, tools, ownership, clock);
        return new HostApi(
                sessions,
                calls,
                ownership,
                audit,
                connectionId -> caller(registry, connectionId),
                clock,
                System::nanoTime,
                version,
                limits);
    }

    /** Returns the workspace, runner and plugin of a connection, each if the connection has only one. */
    private static Caller caller(RunnerRegistry registry, String connectionId) {
        return registry.connections().stream()
                .filter(connection -> connection.id().equals(connectionId))
                .findFirst()
                .map(connection -> {
                    List<RunnerId> runners = connection.runners().stream()
                            .map(RunnerDescriptor::id)
                            .toList();
                    return Caller.of(
                            only(List.copyOf(connection.workspaces())).orElse(Caller.NO_WORKSPACE),
                            only(runners).map(RunnerId::toString).orElse(null),
                            only(runners.stream()
                                            .map(RunnerId::plugin)
                                            .distinct()
                                            .toList())
                                    .orElse(null));
                })
                .orElseGet(() -> Caller.of(Caller.NO_WORKSPACE, null, null));
    }

    private static <T> Optional<T> only(List<T> several) {
        return several.size() == 1 ? Optional.of(several.getFirst()) : Optional.empty();
    }

    @Produces
    @Singleton
    PostgresGrantShelf grants(Pool pool) {
        return new PostgresGrantShelf(pool);
    }

    @Produces
    @Singleton
    PostgresConnectionBoard board(Pool pool, RunnerRegistry registry, Parts parts) {
        return new PostgresConnectionBoard(
                pool, registry, () -> parts.lease.incarnation().value(), STATEMENT, System::nanoTime);
    }

    @Produces
    @Singleton
    PluginRunExecutor executor(
            Vertx vertx,
            RunnerRegistry registry,
            HttpRunMemory memory,
            Ownership ownership,
            PostgresGrantShelf grants,
            Sessions sessions,
            CallAudit audit,
            RunnerSettings settings,
            BufferBudget buffer,
            Secrets secrets,
            ToolShelf shelf,
            Catalogue<Model> models,
            WorkspaceLimits limits,
            @ConfigProperty(name = "agenthost.compatibility.langbot-version", defaultValue = "v4.11.0")
                    String version) {
        Tools tools = new Tools(
                memory,
                ownership,
                grants,
                sessions,
                audit,
                HostPolicy.NOW,
                settings.results(),
                buffer,
                settings.begin(),
                settings.cancelTimeout(),
                version,
                InstantSource.system(),
                System::nanoTime,
                shelf,
                models,
                limits,
                (pause, what) -> vertx.setTimer(pause.toMillis(), timer -> what.run()));
        return new PluginRunExecutor(registry, tools, secrets);
    }

    void started(
            @Observes StartupEvent event,
            Vertx vertx,
            CallAudit audit,
            OutboxAuditTrail trail,
            PostgresConnectionBoard board,
            PostgresGrantShelf grants,
            RunnerRegistry registry) {
        InstantSource clock = InstantSource.system();
        vertx.setPeriodic(A_SECOND, timer -> {
            audit.flush(clock.instant());
            trail.tick();
            trail.lost().ifPresent(LOG::warn);
            board.tick();
            registry.connections().forEach(connection -> connection.check(System.nanoTime()));
        });
        vertx.setPeriodic(FIVE_SECONDS, timer -> trail.sweep());
        vertx.setPeriodic(AN_HOUR, timer -> grants.sweep().subscribe().with(done -> {}, failure -> {}));
    }
}
