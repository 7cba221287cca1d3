package dev.agenthost.orchestrator.hostapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.flowcontrol.Rate;
import dev.agenthost.orchestrator.flowcontrol.RateKind;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.HostPolicy;
import dev.agenthost.orchestrator.hostapi.audit.AuditedCaller;
import dev.agenthost.orchestrator.hostapi.audit.BlockableAuditTrail;
import dev.agenthost.orchestrator.hostapi.audit.CallAudit;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSessionRegistry;
import dev.agenthost.orchestrator.run.RunOwnership;
import dev.agenthost.orchestrator.wire.RecordingFrameSink;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import dev.agenthost.protocol.store.state.StateOutcome;
import dev.agenthost.protocol.store.state.StateValue;
import dev.agenthost.protocol.store.state.StorageSuccess;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;

/** One run under way, and its connection to the Host API. */
abstract class HostCallFixture {
    static final String HERE = "connection-1";
    static final String SET = "{\"scope\":\"conversation\",\"key\":\"k\",\"value\":\"%s\"}";
    final RunId run = new RunId(UUID.randomUUID());
    final RunSessionRegistry sessions = new RunSessionRegistry();
    final RecordingFrameSink outlet = new RecordingFrameSink();
    final AtomicLong now = new AtomicLong(1_000_000_000_000L);
    final List<String> queried = new ArrayList<>();
    final BlockableAuditTrail audit = new BlockableAuditTrail();
    final List<AuditEntry> audited = audit.entries;
    final Buckets buckets = new Buckets();
    final List<Object> changes = new ArrayList<>();
    ContextStoreResponse<StateOutcome> changeAnswer = new ContextStoreResponse.Answered<>(new StateOutcome(true, true));
    boolean mayAct = true;
    Runnable onAsked = () -> {};
    RunSession session;
    final HostApi host = new HostApi(
            sessions,
            new HostCalls(memory(), null, null, null, null, null, null, null, null, ours(), InstantSource.system()),
            ours(),
            new CallAudit(audit),
            connectionId -> AuditedCaller.of(ClaimedRuns.WORKSPACE, ClaimedRuns.PROBE.toString(), "peer/probe-runner"),
            InstantSource.system(),
            now::get,
            "v4.11.0",
            new WorkspaceRateLimiter(
                    Map.of(
                            RateKind.HOST_CALLS, new Rate(0.001, 100),
                            RateKind.BYTES_WRITTEN, new Rate(0.001, 100)),
                    buckets,
                    now::get));
    final WireLink link = new WireLink(outlet, (request, reply) -> host.serveRequest(HERE, request, reply));

    /** The tokens of each kind; a silent bucket answers when the test decides. */
    static final class Buckets implements dev.agenthost.orchestrator.flowcontrol.RateBucketRepository {
        final List<RateKind> queried = new ArrayList<>();
        final List<UniEmitter<? super Double>> unanswered = new ArrayList<>();
        double bytes = 100;
        boolean silent;

        @Override
        public Uni<Double> take(String workspaceId, RateKind kind, double need, double wish, Rate rate) {
            queried.add(kind);
            if (silent) {
                return Uni.createFrom().emitter(unanswered::add);
            }
            double there = kind == RateKind.BYTES_WRITTEN ? bytes : wish;
            return Uni.createFrom().item(there >= wish ? wish : there >= need ? Math.floor(there) : 0);
        }

        @Override
        public Uni<Void> sweep() {
            return Uni.createFrom().voidItem();
        }
    }

    @BeforeEach
    void aRunIsUnderWay() {
        underWay(StatePolicy.defaults(), List.of("plugin"));
    }

    void waiting(String action) {
        buckets.silent = true;
        send(action, SET.formatted("x"));
        assertThat(outlet.sent).isEmpty();
    }

    JsonNode answered() throws Exception {
        buckets.silent = false;
        List.copyOf(buckets.unanswered).forEach(answer -> answer.complete(100.0));
        return ProtocolCodec.readTree(outlet.sent.getLast());
    }

    JsonNode ask(String action, String data) throws Exception {
        send(action, data);
        return ProtocolCodec.readTree(outlet.sent.getLast());
    }

    void send(String action, String data) {
        String fields = data.substring(1, data.length() - 1);
        link.received("{\"seq_id\":1,\"action\":\"" + action + "\",\"data\":{\"run_id\":\"" + run + "\""
                + (fields.isEmpty() ? "" : "," + fields) + "}}");
    }

    static String error(JsonNode answer) {
        return answer.at("/data/error/code").asText();
    }

    void underWay(StatePolicy state, List<String> granted) {
        if (session != null) {
            sessions.close(session);
        }
        EventEnvelope event = ClaimedRuns.message();
        session = new RunSession(
                HERE,
                run,
                run,
                1,
                ClaimedRuns.WORKSPACE,
                "bot-1",
                ClaimedRuns.PROBE,
                SdkGeneration.LATER,
                now.get(),
                Duration.ofMinutes(5),
                event.conversationKey(),
                List.of());
        session.begin(grant(event, state, granted));
        sessions.open(session);
    }

    static Grant grant(EventEnvelope event, StatePolicy state, List<String> storage) {
        ResourcePolicy policy = new ResourcePolicy(
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                storage,
                storage.isEmpty() ? List.of() : List.of("history", "state"),
                null);
        Map<String, List<String>> permissions = storage.isEmpty()
                ? Map.of()
                : Map.of("storage", List.of("plugin"), "history", List.of("page", "search"));
        return Grant.freeze(
                new AgentRunnerManifest(
                        ClaimedRuns.PROBE.toString(),
                        "default",
                        Map.of("en_US", "Probe"),
                        null,
                        AgentRunnerCapabilities.none(),
                        AgentRunnerPermissions.of(permissions),
                        List.of(),
                        JsonNodeFactory.instance.objectNode()),
                ClaimedRuns.binding(policy, state, DeliveryPolicy.defaults(), JsonNodeFactory.instance.objectNode()),
                event,
                HostPolicy.NOW);
    }

    /** A context-store that records its requests and performs every change. */
    ContextStore memory() {
        return (ContextStore) Proxy.newProxyInstance(
                ContextStore.class.getClassLoader(),
                new Class<?>[] {ContextStore.class},
                (proxy, method, values) -> Uni.createFrom().item(() -> {
                    queried.add(method.getName());
                    onAsked.run();
                    return switch (method.getName()) {
                        case "get" -> new ContextStoreResponse.Answered<>(new StateValue(null, null));
                        case "set", "delete", "apply" -> {
                            changes.add(values[0]);
                            yield changeAnswer;
                        }
                        default -> new ContextStoreResponse.Answered<>(new StorageSuccess(true));
                    };
                }));
    }

    RunOwnership ours() {
        return new RunOwnership() {
            @Override
            public boolean mayAct() {
                return mayAct;
            }

            @Override
            public Uni<Boolean> touch(RunId touched, int attempt) {
                return Uni.createFrom().item(true);
            }
        };
    }
}
