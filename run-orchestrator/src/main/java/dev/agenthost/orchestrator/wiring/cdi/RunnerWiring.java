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
import dev.agenthost.orchestrator.hostapi.kafka.KafkaAuditTrail;
import dev.agenthost.orchestrator.hostapi.out.ModelCalls;
import dev.agenthost.orchestrator.hostapi.out.ToolCalls;
import dev.agenthost.orchestrator.model.catalogue.Model;
import dev.agenthost.orchestrator.rate.WorkspaceLimits;
import dev.agenthost.orchestrator.runner.Liveness;
import dev.agenthost.orchestrator.runner.RunnerRegistry;
import dev.agenthost.orchestrator.runner.cdi.RunnerSettings;
import dev.agenthost.orchestrator.runner.key.UnregisteredConnections;
import dev.agenthost.orchestrator.runner.postgres.PostgresConnectionBoard;
import dev.agenthost.orchestrator.session.Sessions;
import dev.agenthost.orchestrator.steering.SteeringLedger;
import dev.agenthost.orchestrator.tool.ToolShelf;
import dev.agenthost.orchestrator.wire.ws.LargeMessages;
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
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The runner's half of the service, put together. */
@Singleton
final class RunnerWiring {
    private static final long A_SECOND = 1_000;
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
    KafkaAuditTrail auditTrail(@Identifier("default-kafka-broker") Map<String, Object> broker) {
        return new KafkaAuditTrail(broker);
    }

    void close(@Disposes KafkaAuditTrail trail) {
        trail.close();
    }

    @Produces
    @Singleton
    CallAudit callAudit(KafkaAuditTrail trail) {
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
            WorkspaceLimits limits,
            @ConfigProperty(name = "agenthost.compatibility.langbot-version", defaultValue = "v4.11.0")
                    String version) {
        InstantSource clock = InstantSource.system();
        HostCalls calls = new HostCalls(memory, lookup, cancels, steering, models, tools, ownership, clock);
        return new HostApi(sessions, calls, ownership, audit, clock, System::nanoTime, version, limits);
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
            KafkaAuditTrail trail,
            PostgresConnectionBoard board,
            PostgresGrantShelf grants,
            RunnerRegistry registry) {
        InstantSource clock = InstantSource.system();
        vertx.setPeriodic(A_SECOND, timer -> {
            audit.flush(clock.instant());
            trail.tick();
            board.tick();
            registry.connections().forEach(connection -> connection.check(System.nanoTime()));
        });
        vertx.setPeriodic(AN_HOUR, timer -> grants.sweep().subscribe().with(done -> {}, failure -> {}));
    }
}
