package dev.agenthost.orchestrator.hostapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.Runs;
import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.flowcontrol.Rate;
import dev.agenthost.orchestrator.flowcontrol.RateKind;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.HostPolicy;
import dev.agenthost.orchestrator.hostapi.audit.AuditedCaller;
import dev.agenthost.orchestrator.hostapi.audit.CallAudit;
import dev.agenthost.orchestrator.hostapi.audit.HeldAudit;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSessionRegistry;
import dev.agenthost.orchestrator.hostapi.write.StateWriteLimits;
import dev.agenthost.orchestrator.run.RunOwnership;
import dev.agenthost.orchestrator.wire.KeptOutlet;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import dev.agenthost.protocol.store.state.StateSuccess;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** In which order a call is checked, and what it has spent of its workspace when it is refused. */
class CallOrderTest {
    private static final String HERE = "connection-1";
    private static final String SET = "{\"scope\":\"conversation\",\"key\":\"k\",\"value\":\"%s\"}";

    private final RunId run = new RunId(UUID.randomUUID());
    private final RunSessionRegistry sessions = new RunSessionRegistry();
    private final KeptOutlet outlet = new KeptOutlet();
    private final AtomicLong now = new AtomicLong(1_000_000_000_000L);
    private final List<String> asked = new ArrayList<>();
    private final HeldAudit audit = new HeldAudit();
    private final List<AuditEntry> audited = audit.entries;
    private final Buckets buckets = new Buckets();
    private boolean mayAct = true;
    private Runnable onAsked = () -> {};
    private RunSession session;
    private final HostApi host = new HostApi(
            sessions,
            new HostCalls(memory(), null, null, null, null, null, ours(), InstantSource.system()),
            ours(),
            new CallAudit(audit),
            connectionId -> AuditedCaller.of(Runs.WORKSPACE, Runs.PROBE.toString(), "peer/probe-runner"),
            InstantSource.system(),
            now::get,
            "v4.11.0",
            new WorkspaceRateLimiter(
                    Map.of(
                            RateKind.HOST_CALLS, new Rate(0.001, 100),
                            RateKind.BYTES_WRITTEN, new Rate(0.001, 100)),
                    buckets,
                    now::get));
    private final WireLink link = new WireLink(outlet, (request, reply) -> host.asked(HERE, request, reply));

    /** The tokens of each kind; a silent bucket answers when the test decides. */
    private static final class Buckets implements dev.agenthost.orchestrator.flowcontrol.RateBucketRepository {
        final List<RateKind> asked = new ArrayList<>();
        final List<UniEmitter<? super Double>> unanswered = new ArrayList<>();
        double bytes = 100;
        boolean silent;

        @Override
        public Uni<Double> take(String workspaceId, RateKind kind, double need, double wish, Rate rate) {
            asked.add(kind);
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "state_set|{\"scope\":\"conversation\",\"key\":\"k\",\"value\":1}",
                "set_plugin_storage|{\"key\":\"k\",\"value_base64\":\"AHY=\"}",
                "set_workspace_storage|{\"key\":\"k\",\"value_base64\":\"AHY=\"}",
                "history_page|{}",
                "history_search|{\"query\":\"x\"}",
                "event_get|{\"event_id\":\"e\"}",
                "event_page|{}",
                "run_list|{}",
                "run_cancel|{}",
                "run_events_page|{}",
                "get_prompt|{}",
                "steering_pull|{}",
                "artifact_metadata|{\"artifact_id\":\"a\"}",
                "artifact_read|{\"artifact_id\":\"a\"}",
                "get_config_file|{\"file_key\":\"f\"}",
                "get_tool_detail|{\"tool_name\":\"t\"}",
                "call_tool|{\"tool_name\":\"t\",\"parameters\":{}}",
                "retrieve_knowledge_base|{\"kb_id\":\"b\",\"query_text\":\"x\"}",
                "invoke_llm|{\"llm_model_uuid\":\"m\"}",
                "invoke_llm_stream|{\"llm_model_uuid\":\"m\"}",
                "invoke_rerank|{\"rerank_model_uuid\":\"m\"}",
                "count_tokens|{\"llm_model_uuid\":\"m\"}"
            })
    void whatIsNotGrantedSpendsNothing(String action, String data) throws Exception {
        underWay(new StatePolicy(List.of()), List.of());

        assertThat(error(ask(action, data))).isEqualTo("unauthorized");
        assertThat(buckets.asked).isEmpty();
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "state_set|{\"scope\":\"conversation\",\"key\":\"k\",\"value\":1}|k|conversation",
                "state_list|{\"scope\":\"actor\",\"prefix\":\"p.\"}|p.|actor",
                "set_plugin_storage|{\"key\":\"k\",\"value_base64\":\"AHY=\"}|k|plugin",
                "get_workspace_storage|{\"key\":\"k\"}|k|workspace",
                "set_binary_storage|{\"key\":\"k\",\"owner_type\":\"workspace\",\"value_base64\":\"AHY=\"}|k|workspace",
                "history_page|{}||conversation",
                "event_get|{\"event_id\":\"e\"}|e|conversation",
                "run_cancel|{\"target_run_id\":\"another\"}|another|conversation",
                "artifact_metadata|{\"artifact_id\":\"a\"}|a|conversation",
                "artifact_read|{\"artifact_id\":\"a\"}|a|conversation",
                "get_config_file|{\"file_key\":\"f\"}|f|conversation",
                "call_tool|{\"tool_name\":\"t\",\"parameters\":{}}|t|conversation",
                "retrieve_knowledge_base|{\"kb_id\":\"b\",\"query_text\":\"x\"}|b|conversation",
                "invoke_rerank|{\"rerank_model_uuid\":\"m\"}|m|conversation",
                "event_get|{\"event_id\":{\"odd\":1}}||conversation",
                "history_page|{\"conversation_id\":\"conv-2\"}||conversation conv-2",
                "history_page|{\"thread_id\":\"t-2\"}||conversation conv-1 thread t-2",
                "history_search|{\"query\":\"x\",\"filters\":{\"conversation_id\":\"conv-2\"}}||conversation conv-2",
                "event_get|{\"event_id\":\"e\",\"conversation_id\":\"conv-2\",\"thread_id\":\"t\"}|e|conversation conv-2 thread t",
                "event_page|{\"conversation_id\":\"conv-2\"}||conversation conv-2",
                "event_page|{\"conversation_id\":\"conv-1\"}||conversation",
            })
    void aRefusalIsInTheAuditWithWhatWasNamed(String action, String data, String resource, String scope)
            throws Exception {
        underWay(new StatePolicy(List.of()), List.of());

        String code = error(ask(action, data));

        assertThat(audited).singleElement().satisfies(entry -> {
            assertThat(entry.runId()).isEqualTo(run);
            assertThat(entry.runnerId()).isEqualTo(Runs.PROBE.toString());
            assertThat(entry.action()).isEqualTo(action);
            assertThat(entry.resource()).isEqualTo(resource);
            assertThat(entry.scope()).isEqualTo(scope);
            assertThat(entry.result()).isEqualTo(AuditResult.DENIED);
            assertThat(entry.code()).isEqualTo(code);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"state_get|{\"scope\":\"nowhere\",\"key\":\"k\"}|denied", "no_such_action|{}|denied"})
    void aRefusalIsAnsweredOnceItIsRecorded(String action, String data, String result) throws Exception {
        audit.hold();
        send(action, data);
        assertThat(outlet.sent).isEmpty();
        assertThat(audited).singleElement().satisfies(entry -> {
            assertThat(entry.action()).isEqualTo(action);
            assertThat(entry.result().wire()).isEqualTo(result);
        });

        audit.commit();
        assertThat(outlet.sent).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "state_set|{\"scope\":\"conversation\",\"key\":\"k\",\"value\":1}|set",
                "state_delete|{\"scope\":\"conversation\",\"key\":\"k\"}|delete",
                "set_plugin_storage|{\"key\":\"k\",\"value_base64\":\"AHY=\"}|storageSet"
            })
    void anEffectIsAskedForOnceItsIntentIsRecordedAndAnsweredOnceItsOutcomeIs(String action, String data, String call) {
        audit.hold();
        send(action, data);
        assertThat(asked).isEmpty();
        assertThat(audited).isEmpty();
        assertThat(audit.intents).singleElement().satisfies(intent -> {
            assertThat(intent.runId()).isEqualTo(run);
            assertThat(intent.runnerId()).isEqualTo(Runs.PROBE.toString());
            assertThat(intent.action()).isEqualTo(action);
            assertThat(intent.resource()).isEqualTo("k");
            assertThat(intent.scope()).isNotNull();
            assertThat(intent.result()).isEqualTo(AuditResult.UNKNOWN);
        });

        // The outcome's commit takes its own time.
        onAsked = audit::hold;
        audit.commit();
        assertThat(asked).containsExactly(call);
        assertThat(audit.intents).isEmpty();
        assertThat(audited).singleElement().satisfies(entry -> assertThat(entry.result())
                .isEqualTo(AuditResult.ALLOWED));
        assertThat(outlet.sent).isEmpty();

        audit.commit();
        assertThat(outlet.sent).hasSize(1);
    }

    @Test
    void anEffectWhoseIntentCannotBeRecordedIsNotAskedFor() throws Exception {
        audit.fail();

        assertThat(error(ask("state_set", SET.formatted("x")))).isEqualTo("runtime_error");
        assertThat(asked).isEmpty();
    }

    @Test
    void aRunThatWasCancelledWhileTheIntentWasRecordedHasNoEffect() throws Exception {
        audit.hold();
        send("state_set", SET.formatted("x"));
        session.cancel(FailureCode.CANCELLED);
        audit.commit();

        assertThat(asked).isEmpty();
        assertThat(audit.intents).isEmpty();
        assertThat(audited).singleElement().satisfies(entry -> assertThat(entry.result())
                .isEqualTo(AuditResult.DENIED));
    }

    @Test
    void aReadHasNoIntent() throws Exception {
        audit.hold();
        send("history_page", "{}");

        assertThat(audit.intents).isEmpty();
        assertThat(asked).isNotEmpty();
    }

    @Test
    void ofReadsOnlyTheFirstOfEachWaitsForItsEntry() throws Exception {
        String key = "{\"scope\":\"conversation\",\"key\":\"%s\"}";
        audit.hold();
        send("state_get", key.formatted("a"));
        assertThat(outlet.sent).isEmpty();
        audit.commit();
        assertThat(outlet.sent).hasSize(1);

        audit.hold();
        send("state_get", key.formatted("a"));
        assertThat(outlet.sent).hasSize(2);
        send("state_get", key.formatted("b"));
        assertThat(outlet.sent).hasSize(2);
        audit.commit();
        assertThat(outlet.sent).hasSize(3);
        assertThat(audited).extracting(AuditEntry::resource).containsExactly("a", "b");
    }

    @Test
    void aCallForNoRunOfItsConnectionIsInTheAudit() throws Exception {
        RunId ghost = new RunId(UUID.randomUUID());
        String call = "{\"seq_id\":1,\"action\":\"%s\",\"data\":{\"run_id\":\"%s\",\"scope\":\"actor\",\"key\":\"k\"}}";
        link.received(call.formatted("state_get", ghost));
        link.received(call.formatted("state_set", ""));
        link.received(call.formatted("make_coffee", ghost));

        assertThat(audited).allSatisfy(entry -> {
            assertThat(entry.workspaceId()).isEqualTo(Runs.WORKSPACE);
            assertThat(entry.runnerId()).isEqualTo(Runs.PROBE.toString());
            assertThat(entry.result()).isEqualTo(AuditResult.DENIED);
        });
        assertThat(audited)
                .extracting(
                        AuditEntry::action,
                        AuditEntry::runId,
                        AuditEntry::resource,
                        AuditEntry::scope,
                        AuditEntry::code)
                .containsExactly(
                        tuple("state_get", ghost, "k", "actor", "not_found"),
                        tuple("state_set", null, "k", "actor", "invalid_argument"),
                        tuple("make_coffee", ghost, null, null, "invalid_argument"));
    }

    @Test
    void aRunThatEndedIsStillKnownByItsName() throws Exception {
        sessions.close(session);

        assertThat(error(ask("state_get", "{\"scope\":\"actor\",\"key\":\"k\"}")))
                .isEqualTo("not_found");
        assertThat(audited).singleElement().satisfies(entry -> {
            assertThat(entry.runId()).isEqualTo(run);
            assertThat(entry.workspaceId()).isEqualTo(session.workspaceId());
            assertThat(entry.runnerId()).isEqualTo(Runs.PROBE.toString());
        });
    }

    @Test
    void whoMakesUpRunsIsBoundedAsOneCaller() throws Exception {
        for (int i = 0; i < 100; i++) {
            link.received(
                    "{\"seq_id\":1,\"action\":\"state_get\",\"data\":{\"run_id\":\"" + UUID.randomUUID() + "\"}}");
        }
        assertThat(outlet.sent).hasSize(100);
        assertThat(audited).hasSize(20);
    }

    @Test
    void whatFailedIsToldFromWhatMayNotBe() throws Exception {
        mayAct = false;
        assertThat(error(ask("state_get", "{\"scope\":\"conversation\",\"key\":\"k\"}")))
                .isEqualTo("runtime_error");
        assertThat(audited.getLast().result()).isEqualTo(AuditResult.FAILED);

        mayAct = true;
        assertThat(error(ask("state_get", "{\"scope\":\"nowhere\",\"key\":\"k\"}")))
                .isEqualTo("invalid_argument");
        assertThat(audited.getLast().result()).isEqualTo(AuditResult.DENIED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "state_set|{\"scope\":\"nowhere\",\"key\":\"k\",\"value\":1}|invalid_argument",
                "state_set|{\"scope\":\"conversation\",\"key\":\" \",\"value\":1}|invalid_argument",
                "state_set|{\"scope\":\"conversation\",\"key\":\"k\"}|invalid_argument",
                "set_plugin_storage|{\"key\":\"\",\"value_base64\":\"AHY=\"}|invalid_argument",
                "set_plugin_storage|{\"key\":\"k\",\"value_base64\":\"A\"}|invalid_argument"
            })
    void whatCannotBeKeptSpendsNothing(String action, String data, String code) throws Exception {
        assertThat(error(ask(action, data))).isEqualTo(code);
        assertThat(buckets.asked).isEmpty();
    }

    @Test
    void whatIsTooLargeSpendsNothing() throws Exception {
        String large = "x".repeat(StateWriteLimits.MOST_BYTES);

        assertThat(error(ask("state_set", SET.formatted(large)))).isEqualTo("payload_too_large");
        assertThat(buckets.asked).isEmpty();
    }

    @Test
    void bytesAreCountedAndNotCharacters() throws Exception {
        // 52 characters of JSON, and 102 bytes.
        assertThat(error(ask("state_set", SET.formatted("é".repeat(50))))).isEqualTo("rate_limited");
        assertThat(asked).isEmpty();
        now.addAndGet(Duration.ofSeconds(60).toNanos());
        assertThat(error(ask("state_set", SET.formatted("é".repeat(49))))).isEmpty();
        assertThat(asked).containsExactly("set");
    }

    @ParameterizedTest
    @ValueSource(strings = {"history_page", "state_get", "state_set"})
    void aRunThatWasCancelledWhileItsRateWasAskedForIsNotServed(String action) throws Exception {
        waiting(action);
        session.cancel(FailureCode.CANCELLED);

        assertThat(error(answered())).isEqualTo("unauthorized");
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"history_page", "state_get", "state_set"})
    void aRunThatEndedWhileItsRateWasAskedForIsNotServed(String action) throws Exception {
        waiting(action);
        sessions.close(session);

        assertThat(error(answered())).isEqualTo("not_found");
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"history_page", "state_get", "state_set"})
    void aRunWhoseDeadlinePassedWhileItsRateWasAskedForIsNotServed(String action) throws Exception {
        waiting(action);
        now.addAndGet(Duration.ofMinutes(6).toNanos());

        assertThat(error(answered())).isEqualTo("deadline_exceeded");
        assertThat(asked).isEmpty();
    }

    @Test
    void whoIsOverdueWhenTheRateIsAnsweredServesNothing() throws Exception {
        waiting("history_page");
        mayAct = false;

        assertThat(error(answered())).isEqualTo("runtime_error");
        assertThat(asked).isEmpty();
    }

    @Test
    void aLoopGoneWildIsSlowedDown() throws Exception {
        List<String> codes = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            codes.add(error(ask("state_get", "{}")));
        }
        assertThat(codes.subList(0, 400)).containsOnly("invalid_argument");
        assertThat(codes.subList(400, 1000)).containsOnly("rate_limited");

        now.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(error(ask("state_get", "{}"))).isEqualTo("invalid_argument");
    }

    private void waiting(String action) {
        buckets.silent = true;
        send(action, SET.formatted("x"));
        assertThat(outlet.sent).isEmpty();
    }

    private JsonNode answered() throws Exception {
        buckets.silent = false;
        List.copyOf(buckets.unanswered).forEach(answer -> answer.complete(100.0));
        return ProtocolCodec.readTree(outlet.sent.getLast());
    }

    private JsonNode ask(String action, String data) throws Exception {
        send(action, data);
        return ProtocolCodec.readTree(outlet.sent.getLast());
    }

    private void send(String action, String data) {
        String fields = data.substring(1, data.length() - 1);
        link.received("{\"seq_id\":1,\"action\":\"" + action + "\",\"data\":{\"run_id\":\"" + run + "\""
                + (fields.isEmpty() ? "" : "," + fields) + "}}");
    }

    private static String error(JsonNode answer) {
        return answer.at("/data/error/code").asText();
    }

    private void underWay(StatePolicy state, List<String> granted) {
        if (session != null) {
            sessions.close(session);
        }
        EventEnvelope event = Runs.message();
        session = new RunSession(
                HERE,
                run,
                run,
                1,
                Runs.WORKSPACE,
                "bot-1",
                Runs.PROBE,
                SdkGeneration.LATER,
                now.get(),
                Duration.ofMinutes(5),
                event.conversationKey(),
                List.of());
        session.begin(grant(event, state, granted));
        sessions.open(session);
    }

    private static Grant grant(EventEnvelope event, StatePolicy state, List<String> storage) {
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
                        Runs.PROBE.toString(),
                        "default",
                        Map.of("en_US", "Probe"),
                        null,
                        AgentRunnerCapabilities.none(),
                        AgentRunnerPermissions.of(permissions),
                        List.of(),
                        JsonNodeFactory.instance.objectNode()),
                Runs.binding(policy, state, DeliveryPolicy.defaults(), JsonNodeFactory.instance.objectNode()),
                event,
                HostPolicy.NOW);
    }

    /** A context-store that records its requests and performs every change. */
    private ContextStore memory() {
        return (ContextStore) Proxy.newProxyInstance(
                ContextStore.class.getClassLoader(),
                new Class<?>[] {ContextStore.class},
                (proxy, method, values) -> Uni.createFrom().item(() -> {
                    asked.add(method.getName());
                    onAsked.run();
                    return new ContextStoreResponse.Answered<>(
                            switch (method.getName()) {
                                case "get" -> new StateValue(null, null);
                                case "set", "delete" -> new StateSuccess(true);
                                default -> new StorageSuccess(true);
                            });
                }));
    }

    private RunOwnership ours() {
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
