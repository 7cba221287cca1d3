package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.context.http.HttpContextStore;
import dev.agenthost.orchestrator.delegation.DelegationBudgets;
import dev.agenthost.orchestrator.delegation.DelegationService;
import dev.agenthost.orchestrator.delegation.postgres.PostgresBudgetRepository;
import dev.agenthost.orchestrator.delegation.postgres.PostgresDelegationRepository;
import dev.agenthost.orchestrator.execution.EffectRunner;
import dev.agenthost.orchestrator.execution.GrantFreezer;
import dev.agenthost.orchestrator.execution.LiveRunFactory;
import dev.agenthost.orchestrator.execution.PluginRunExecutor;
import dev.agenthost.orchestrator.execution.RunDispatcher;
import dev.agenthost.orchestrator.execution.RunOpener;
import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.grant.HostPolicy;
import dev.agenthost.orchestrator.grant.postgres.PostgresGrantRepository;
import dev.agenthost.orchestrator.hostapi.HostApi;
import dev.agenthost.orchestrator.hostapi.HostCalls;
import dev.agenthost.orchestrator.hostapi.audit.AuditedCaller;
import dev.agenthost.orchestrator.hostapi.audit.CallAudit;
import dev.agenthost.orchestrator.hostapi.audit.OutboxAuditTrail;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSessionRegistry;
import dev.agenthost.orchestrator.hostapi.kafka.KafkaAuditProducer;
import dev.agenthost.orchestrator.hostapi.outbound.ModelCalls;
import dev.agenthost.orchestrator.hostapi.outbound.ToolCalls;
import dev.agenthost.orchestrator.hostapi.postgres.PostgresAuditOutboxRepository;
import dev.agenthost.orchestrator.hostevent.HostEventOutbox;
import dev.agenthost.orchestrator.hostevent.kafka.KafkaHostEventProducer;
import dev.agenthost.orchestrator.hostevent.postgres.PostgresHostEventRepository;
import dev.agenthost.orchestrator.interaction.ReplyService;
import dev.agenthost.orchestrator.interaction.SubmissionService;
import dev.agenthost.orchestrator.interaction.postgres.PostgresQuestionRepository;
import dev.agenthost.orchestrator.lifecycle.CancellationRepository;
import dev.agenthost.orchestrator.lifecycle.SteeringRepository;
import dev.agenthost.orchestrator.lifecycle.finish.RunFence;
import dev.agenthost.orchestrator.model.Model;
import dev.agenthost.orchestrator.projection.postgres.PostgresGraphViewRepository;
import dev.agenthost.orchestrator.run.RunClock;
import dev.agenthost.orchestrator.run.RunLookup;
import dev.agenthost.orchestrator.run.RunOwnership;
import dev.agenthost.orchestrator.runner.Liveness;
import dev.agenthost.orchestrator.runner.RunnerDescriptor;
import dev.agenthost.orchestrator.runner.RunnerRegistry;
import dev.agenthost.orchestrator.runner.UnregisteredConnections;
import dev.agenthost.orchestrator.runner.postgres.PostgresConnectionRepository;
import dev.agenthost.orchestrator.runner.ws.LargeMessages;
import dev.agenthost.orchestrator.timer.TimerService;
import dev.agenthost.orchestrator.timer.postgres.PostgresTimerRepository;
import dev.agenthost.orchestrator.tool.CompositeToolSource;
import dev.agenthost.platform.observability.metrics.BoundedLabels;
import dev.agenthost.platform.rest.VersionedRepository;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.id.RunnerId;
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

/** Wires the connections and the host API of runners. */
@Singleton
final class RunnerWiring {
    private static final Logger LOG = Logger.getLogger(RunnerWiring.class);
    private static final long A_SECOND = 1_000;
    private static final long FIVE_SECONDS = 5_000;
    /** The time limit of a statement about connections. */
    private static final Duration STATEMENT = Duration.ofSeconds(10);
    /** The most concurrent requests to context-store; further ones are queued. */
    private static final int MOST_AT_ONCE = 64;
    /** The number of addresses that Quarkus allows in its own metrics. */
    private static final int RUNNERS_WITH_LABELS = 100;

    @Produces
    @Singleton
    RunnerRegistry registry() {
        return new RunnerRegistry();
    }

    @Produces
    @Singleton
    BoundedLabels runnersWithLabels() {
        return new BoundedLabels(RUNNERS_WITH_LABELS);
    }

    @Produces
    @Singleton
    RunSessionRegistry sessions() {
        return new RunSessionRegistry();
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
    HttpContextStore memory(
            Vertx vertx,
            @ConfigProperty(name = "agenthost.context-store.url") URI url,
            @ConfigProperty(name = "agenthost.internal-key") String key) {
        HttpClientOptions options = new HttpClientOptions()
                .setMaxPoolSize(MOST_AT_ONCE)
                .setKeepAlive(true)
                .setConnectTimeout(2_000)
                .setTcpNoDelay(true);
        return new HttpContextStore(vertx, options, url, key);
    }

    @Produces
    @Singleton
    RunFence fence(HttpContextStore memory) {
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
        return new OutboxAuditTrail(new PostgresAuditOutboxRepository(pool), producer);
    }

    @Produces
    @Singleton
    CallAudit callAudit(OutboxAuditTrail trail) {
        return new CallAudit(trail);
    }

    @Produces
    @Singleton
    HostEventOutbox hostEvents(PostgresHostEventRepository events, KafkaHostEventProducer producer) {
        return new HostEventOutbox(events, producer);
    }

    @Produces
    @Singleton
    DelegationBudgets budgets(PostgresBudgetRepository budgets) {
        return new DelegationBudgets(budgets);
    }

    @Produces
    @Singleton
    DelegationService delegations(
            PostgresDelegationRepository delegations, DelegationBudgets budgets, HostEventOutbox outbox) {
        return new DelegationService(delegations, budgets, outbox, InstantSource.system());
    }

    @Produces
    @Singleton
    TimerService timers(PostgresTimerRepository timers) {
        return new TimerService(timers, InstantSource.system());
    }

    @Produces
    @Singleton
    SubmissionService submissions(PostgresQuestionRepository questions, HostEventOutbox outbox, CallAudit audit) {
        return new SubmissionService(questions, outbox, audit, InstantSource.system());
    }

    @Produces
    @Singleton
    HostApi hostApi(
            RunSessionRegistry sessions,
            HttpContextStore memory,
            RunLookup lookup,
            CancellationRepository cancels,
            SteeringRepository steering,
            ModelCalls models,
            ToolCalls tools,
            DelegationService delegations,
            DelegationBudgets budgets,
            TimerService timers,
            RunOwnership ownership,
            CallAudit audit,
            RunnerRegistry registry,
            WorkspaceRateLimiter limits,
            @ConfigProperty(name = "agenthost.compatibility.langbot-version", defaultValue = "v4.11.0")
                    String version) {
        InstantSource clock = InstantSource.system();
        HostCalls calls = new HostCalls(
                memory, lookup, cancels, steering, models, tools, delegations, budgets, timers, ownership, clock);
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
    private static AuditedCaller caller(RunnerRegistry registry, String connectionId) {
        return registry.connections().stream()
                .filter(connection -> connection.id().equals(connectionId))
                .findFirst()
                .map(connection -> {
                    List<RunnerId> runners = connection.runners().stream()
                            .map(RunnerDescriptor::id)
                            .toList();
                    return AuditedCaller.of(
                            only(List.copyOf(connection.workspaces())).orElse(AuditedCaller.NO_WORKSPACE),
                            only(runners).map(RunnerId::toString).orElse(null),
                            only(runners.stream()
                                            .map(RunnerId::plugin)
                                            .distinct()
                                            .toList())
                                    .orElse(null));
                })
                .orElseGet(() -> AuditedCaller.of(AuditedCaller.NO_WORKSPACE, null, null));
    }

    private static <T> Optional<T> only(List<T> several) {
        return several.size() == 1 ? Optional.of(several.getFirst()) : Optional.empty();
    }

    @Produces
    @Singleton
    PostgresConnectionRepository board(Pool pool, RunnerRegistry registry, CompositionRoot parts) {
        return new PostgresConnectionRepository(
                pool, registry, () -> parts.lease.incarnation().value(), STATEMENT, System::nanoTime);
    }

    @Produces
    @Singleton
    PluginRunExecutor executor(
            Vertx vertx,
            RunnerRegistry registry,
            HttpContextStore memory,
            RunOwnership ownership,
            PostgresGrantRepository grants,
            PostgresQuestionRepository questions,
            PostgresGraphViewRepository views,
            RunSessionRegistry sessions,
            CallAudit audit,
            RunnerSettings settings,
            BufferBudget buffer,
            Secrets secrets,
            CompositeToolSource toolSource,
            VersionedRepository<Model> models,
            WorkspaceRateLimiter limits,
            @ConfigProperty(name = "agenthost.compatibility.langbot-version", defaultValue = "v4.11.0")
                    String version) {
        RunClock clock = new RunClock(
                System::nanoTime,
                InstantSource.system(),
                (delay, task) -> vertx.setTimer(delay.toMillis(), timer -> task.run()));
        EffectRunner effects = new EffectRunner(memory, questions, views, ownership, limits, audit, clock);
        RunDispatcher dispatcher = new RunDispatcher(
                new GrantFreezer(toolSource, models, HostPolicy.NOW),
                new RunOpener(memory, ownership, grants, audit, clock, settings.contextTimeout()),
                new LiveRunFactory(effects, sessions, buffer, settings.results(), clock),
                new ReplyService(questions, audit, InstantSource.system()),
                settings.cancelTimeout(),
                clock,
                version);
        return new PluginRunExecutor(registry, secrets, dispatcher);
    }

    void started(
            @Observes StartupEvent event,
            Vertx vertx,
            CallAudit audit,
            OutboxAuditTrail trail,
            PostgresConnectionRepository board,
            RunnerRegistry registry,
            PostgresDelegationRepository delegations,
            HostEventOutbox events) {
        InstantSource clock = InstantSource.system();
        vertx.setPeriodic(A_SECOND, timer -> {
            audit.flush(clock.instant());
            trail.tick();
            trail.lost().ifPresent(LOG::warn);
            board.tick();
            registry.connections().forEach(connection -> connection.check(System.nanoTime()));
        });
        vertx.setPeriodic(A_SECOND, timer -> delegations
                .settle()
                .chain(events::sweep)
                .subscribe()
                .with(done -> {}, why -> LOG.warnf("events not published: %s", why.toString())));
        vertx.setPeriodic(FIVE_SECONDS, timer -> trail.sweep());
    }
}
