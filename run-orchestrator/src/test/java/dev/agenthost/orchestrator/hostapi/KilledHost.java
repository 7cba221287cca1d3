package dev.agenthost.orchestrator.hostapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.door.secret.Secrets;
import dev.agenthost.orchestrator.Runs;
import dev.agenthost.orchestrator.catalogue.Catalogue;
import dev.agenthost.orchestrator.context.RunMemory;
import dev.agenthost.orchestrator.drive.Ownership;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.HostPolicy;
import dev.agenthost.orchestrator.hostapi.audit.CallAudit;
import dev.agenthost.orchestrator.hostapi.audit.Caller;
import dev.agenthost.orchestrator.hostapi.audit.OutboxAuditTrail;
import dev.agenthost.orchestrator.hostapi.out.ModelCalls;
import dev.agenthost.orchestrator.hostapi.postgres.PostgresAuditOutbox;
import dev.agenthost.orchestrator.model.ModelInvoker;
import dev.agenthost.orchestrator.model.ModelProvider;
import dev.agenthost.orchestrator.model.Models;
import dev.agenthost.orchestrator.model.ProviderAnswer;
import dev.agenthost.orchestrator.model.ProviderCall;
import dev.agenthost.orchestrator.model.catalogue.Model;
import dev.agenthost.orchestrator.rate.Rate;
import dev.agenthost.orchestrator.rate.RateKind;
import dev.agenthost.orchestrator.rate.RateLedger;
import dev.agenthost.orchestrator.rate.WorkspaceLimits;
import dev.agenthost.orchestrator.session.RunSession;
import dev.agenthost.orchestrator.session.Sessions;
import dev.agenthost.orchestrator.wire.Generation;
import dev.agenthost.orchestrator.wire.KeptOutlet;
import dev.agenthost.orchestrator.wire.WireLink;
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
        Sessions sessions = new Sessions();
        sessions.open(session());
        HostApi host = new HostApi(
                sessions,
                new HostCalls(memory(), null, null, null, models(), null, ours(), InstantSource.system()),
                ours(),
                new CallAudit(new OutboxAuditTrail(new PostgresAuditOutbox(pool), record -> Uni.createFrom()
                        .nothing())),
                connectionId -> Caller.of(Runs.WORKSPACE, null, null),
                InstantSource.system(),
                System::nanoTime,
                "v4.11.0",
                limits());
        new WireLink(new KeptOutlet(), (request, reply) -> host.asked(HERE, request, reply)).received(arguments[2]);
        Thread.sleep(Duration.ofMinutes(5));
    }

    private static <T> Uni<T> underWay() {
        return Uni.createFrom().emitter(never -> System.out.println("under way"));
    }

    private static RunMemory memory() {
        return (RunMemory) Proxy.newProxyInstance(
                RunMemory.class.getClassLoader(),
                new Class<?>[] {RunMemory.class},
                (proxy, method, values) -> underWay());
    }

    private static ModelCalls models() {
        @SuppressWarnings("unchecked")
        Catalogue<Model> catalogue = (Catalogue<Model>) Proxy.newProxyInstance(
                Catalogue.class.getClassLoader(),
                new Class<?>[] {Catalogue.class},
                (proxy, method, values) -> Uni.createFrom().item(Optional.of(Models.at("https://models.example/v1"))));
        ModelProvider provider = new ModelProvider() {
            @Override
            public Uni<ProviderAnswer<JsonNode>> ask(ProviderCall call) {
                return underWay();
            }

            @Override
            public Uni<ProviderAnswer<Multi<JsonNode>>> stream(ProviderCall call) {
                Multi<JsonNode> first = Multi.createFrom()
                        .item(Models.json("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}"));
                Multi<JsonNode> second = KilledHost.<JsonNode>underWay().toMulti();
                return Uni.createFrom()
                        .item(new ProviderAnswer.Answered<>(
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

    private static Ownership ours() {
        return new Ownership() {
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

    private static WorkspaceLimits limits() {
        RateLedger plenty = new RateLedger() {
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
        return new WorkspaceLimits(
                Map.of(
                        RateKind.HOST_CALLS, much,
                        RateKind.BYTES_WRITTEN, much,
                        RateKind.MODEL_CALLS, much),
                plenty,
                System::nanoTime);
    }

    private static RunSession session() {
        EventEnvelope event = Runs.message();
        RunSession session = new RunSession(
                HERE,
                RUN,
                RUN,
                1,
                Runs.WORKSPACE,
                "bot-1",
                Runs.PROBE,
                Generation.LATER,
                System.nanoTime(),
                Duration.ofMinutes(5),
                event.conversationKey(),
                List.of());
        ResourcePolicy policy = new ResourcePolicy(
                List.of("m-1"), List.of(), List.of(), List.of(), List.of(), List.of("plugin"), List.of("state"), null);
        session.begin(Grant.freeze(
                new AgentRunnerManifest(
                        Runs.PROBE.toString(),
                        "default",
                        Map.of("en_US", "Probe"),
                        null,
                        AgentRunnerCapabilities.none(),
                        AgentRunnerPermissions.of(
                                Map.of("storage", List.of("plugin"), "models", List.of("invoke", "stream"))),
                        List.of(),
                        JsonNodeFactory.instance.objectNode()),
                Runs.binding(
                        policy,
                        StatePolicy.defaults(),
                        DeliveryPolicy.defaults(),
                        JsonNodeFactory.instance.objectNode()),
                event,
                HostPolicy.NOW));
        return session;
    }
}
