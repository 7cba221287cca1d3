package dev.agenthost.orchestrator.hostapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.delegation.DelegationBudgets;
import dev.agenthost.orchestrator.flowcontrol.Rate;
import dev.agenthost.orchestrator.flowcontrol.RateBucketRepository;
import dev.agenthost.orchestrator.flowcontrol.RateKind;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.HostPolicy;
import dev.agenthost.orchestrator.hostapi.audit.AuditedCaller;
import dev.agenthost.orchestrator.hostapi.audit.CallAudit;
import dev.agenthost.orchestrator.hostapi.audit.OutboxAuditTrail;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSessionRegistry;
import dev.agenthost.orchestrator.hostapi.outbound.ModelCalls;
import dev.agenthost.orchestrator.hostapi.postgres.PostgresAuditOutboxRepository;
import dev.agenthost.orchestrator.model.Model;
import dev.agenthost.orchestrator.model.ModelInvoker;
import dev.agenthost.orchestrator.model.ModelProvider;
import dev.agenthost.orchestrator.model.Models;
import dev.agenthost.orchestrator.model.ProviderCall;
import dev.agenthost.orchestrator.model.ProviderResponse;
import dev.agenthost.orchestrator.run.RunOwnership;
import dev.agenthost.orchestrator.wire.RecordingFrameSink;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.platform.rest.VersionedRepository;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A process with the host API and its outbox in PostgreSQL, which serves one call of a run. It writes {@code under way} when
 * context-store has the change, or when the second piece of a model's answer is awaited; no answer ever comes.
 */
public final class KilledHost {
    static final RunId RUN = new RunId(new UUID(1, 2));
    private static final String HERE = "connection-1";

    private KilledHost() {}

    /** @param arguments the database's address and user, and one frame of the wire */
    public static void main(String[] arguments) throws InterruptedException {
        Pool pool = Pool.newInstance(PgBuilder.pool()
                .connectingTo(PgConnectOptions.fromUri(arguments[0])
                        .setUser(arguments[1])
                        .setPassword(arguments[1]))
                .with(new PoolOptions().setMaxSize(2))
                .using(Vertx.vertx())
                .build());
        RunSessionRegistry sessions = new RunSessionRegistry();
        sessions.open(session());
        HostApi host = new HostApi(
                sessions,
                new HostCalls(
                        memory(),
                        null,
                        null,
                        null,
                        models(),
                        null,
                        null,
                        new DelegationBudgets(null),
                        null,
                        ours(),
                        InstantSource.system()),
                ours(),
                new CallAudit(new OutboxAuditTrail(new PostgresAuditOutboxRepository(pool), record -> Uni.createFrom()
                        .nothing())),
                connectionId -> AuditedCaller.of(ClaimedRuns.WORKSPACE, null, null),
                InstantSource.system(),
                System::nanoTime,
                "v4.11.0",
                limits());
        new WireLink(new RecordingFrameSink(), (request, reply) -> host.serveRequest(HERE, request, reply))
                .received(arguments[2]);
        Thread.sleep(Duration.ofMinutes(5));
    }

    private static <T> Uni<T> underWay() {
        return Uni.createFrom().emitter(never -> System.out.println("under way"));
    }

    private static ContextStore memory() {
        return (ContextStore) Proxy.newProxyInstance(
                ContextStore.class.getClassLoader(),
                new Class<?>[] {ContextStore.class},
                (proxy, method, values) -> underWay());
    }

    private static ModelCalls models() {
        @SuppressWarnings("unchecked")
        VersionedRepository<Model> catalogue = (VersionedRepository<Model>) Proxy.newProxyInstance(
                VersionedRepository.class.getClassLoader(),
                new Class<?>[] {VersionedRepository.class},
                (proxy, method, values) -> Uni.createFrom().item(Optional.of(Models.at("https://models.example/v1"))));
        ModelProvider provider = new ModelProvider() {
            @Override
            public Uni<ProviderResponse<JsonNode>> ask(ProviderCall call) {
                return underWay();
            }

            @Override
            public Uni<ProviderResponse<Multi<JsonNode>>> stream(ProviderCall call) {
                Multi<JsonNode> first = Multi.createFrom()
                        .item(Models.json("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}"));
                Multi<JsonNode> second = KilledHost.<JsonNode>underWay().toMulti();
                return Uni.createFrom()
                        .item(new ProviderResponse.Answered<>(
                                Multi.createBy().concatenating().streams(first, second)));
            }
        };
        return new ModelCalls(
                new ModelInvoker(
                        catalogue, provider, new Secrets(Map.of()), (workspace, model, request) -> Uni.createFrom()
                                .item(1)),
                (action, outcome, usage) -> {},
                System::nanoTime);
    }

    private static RunOwnership ours() {
        return new RunOwnership() {
            @Override
            public boolean mayAct() {
                return true;
            }

            @Override
            public Uni<Boolean> touch(RunId run, int attempt) {
                return Uni.createFrom().item(true);
            }
        };
    }

    private static WorkspaceRateLimiter limits() {
        RateBucketRepository plenty = new RateBucketRepository() {
            @Override
            public Uni<Double> take(String workspaceId, RateKind kind, double need, double wish, Rate rate) {
                return Uni.createFrom().item(wish);
            }

            @Override
            public Uni<Void> sweep() {
                return Uni.createFrom().voidItem();
            }
        };
        Rate much = new Rate(1_000, 1_000);
        return new WorkspaceRateLimiter(
                Map.of(
                        RateKind.HOST_CALLS, much,
                        RateKind.BYTES_WRITTEN, much,
                        RateKind.MODEL_CALLS, much),
                plenty,
                System::nanoTime);
    }

    private static RunSession session() {
        EventEnvelope event = ClaimedRuns.message();
        RunSession session = new RunSession(
                HERE,
                RUN,
                RUN,
                1,
                ClaimedRuns.WORKSPACE,
                "bot-1",
                ClaimedRuns.PROBE,
                SdkGeneration.LATER,
                System.nanoTime(),
                Duration.ofMinutes(5),
                event.conversationKey(),
                List.of());
        session.of(ClaimedRuns.claimed());
        ResourcePolicy policy = new ResourcePolicy(
                List.of("m-1"), List.of(), List.of(), List.of(), List.of(), List.of("plugin"), List.of("state"), null);
        session.begin(Grant.freeze(
                new AgentRunnerManifest(
                        ClaimedRuns.PROBE.toString(),
                        "default",
                        Map.of("en_US", "Probe"),
                        null,
                        AgentRunnerCapabilities.none(),
                        AgentRunnerPermissions.of(
                                Map.of("storage", List.of("plugin"), "models", List.of("invoke", "stream"))),
                        List.of(),
                        JsonNodeFactory.instance.objectNode()),
                ClaimedRuns.binding(
                        policy,
                        StatePolicy.defaults(),
                        DeliveryPolicy.defaults(),
                        JsonNodeFactory.instance.objectNode()),
                event,
                HostPolicy.NOW));
        return session;
    }
}
