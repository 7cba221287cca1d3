package dev.agenthost.orchestrator.hostapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.hostapi.write.StateWriteLimits;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.run.StatePolicy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the order of the checks of a call, and the tokens that a refused call has spent. */
class CallOrderTest extends HostCallFixture {
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
    void anUngrantedCallSpendsNoTokens(String action, String data) throws Exception {
        underWay(new StatePolicy(List.of()), List.of());

        assertThat(error(ask(action, data))).isEqualTo("unauthorized");
        assertThat(buckets.queried).isEmpty();
        assertThat(queried).isEmpty();
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
    void auditsTheTargetOfARefusal(String action, String data, String resource, String scope) throws Exception {
        underWay(new StatePolicy(List.of()), List.of());

        String code = error(ask(action, data));

        assertThat(audited).singleElement().satisfies(entry -> {
            assertThat(entry.runId()).isEqualTo(run);
            assertThat(entry.runnerId()).isEqualTo(ClaimedRuns.PROBE.toString());
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
    void answersARefusalOnceItIsRecorded(String action, String data, String result) throws Exception {
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
                "set_plugin_storage|{\"key\":\"k\",\"value_base64\":\"AHY=\"}|storageSet",
                "delete_plugin_storage|{\"key\":\"k\"}|storageDelete"
            })
    void anEffectIsAskedForOnceItsIntentIsRecordedAndAnsweredOnceItsOutcomeIs(String action, String data, String call) {
        audit.hold();
        send(action, data);
        assertThat(queried).isEmpty();
        assertThat(audited).isEmpty();
        assertThat(audit.intents).singleElement().satisfies(intent -> {
            assertThat(intent.runId()).isEqualTo(run);
            assertThat(intent.runnerId()).isEqualTo(ClaimedRuns.PROBE.toString());
            assertThat(intent.action()).isEqualTo(action);
            assertThat(intent.resource()).isEqualTo("k");
            assertThat(intent.scope()).isNotNull();
            assertThat(intent.result()).isEqualTo(AuditResult.UNKNOWN);
        });

        // The outcome's commit takes its own time.
        onAsked = audit::hold;
        audit.commit();
        assertThat(queried).containsExactly(call);
        assertThat(audit.intents).isEmpty();
        assertThat(audited).singleElement().satisfies(entry -> assertThat(entry.result())
                .isEqualTo(AuditResult.ALLOWED));
        assertThat(outlet.sent).isEmpty();

        audit.commit();
        assertThat(outlet.sent).hasSize(1);
    }

    @Test
    void distinguishesFailedFromDeniedCalls() throws Exception {
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
    void anInvalidValueSpendsNoTokens(String action, String data, String code) throws Exception {
        assertThat(error(ask(action, data))).isEqualTo(code);
        assertThat(buckets.queried).isEmpty();
    }

    @Test
    void aTooLargeValueSpendsNoTokens() throws Exception {
        String large = "x".repeat(StateWriteLimits.MOST_BYTES);

        assertThat(error(ask("state_set", SET.formatted(large)))).isEqualTo("payload_too_large");
        assertThat(buckets.queried).isEmpty();
    }

    @Test
    void bytesAreCountedAndNotCharacters() throws Exception {
        // 52 characters of JSON, and 102 bytes.
        assertThat(error(ask("state_set", SET.formatted("é".repeat(50))))).isEqualTo("rate_limited");
        assertThat(queried).isEmpty();
        now.addAndGet(Duration.ofSeconds(60).toNanos());
        assertThat(error(ask("state_set", SET.formatted("é".repeat(49))))).isEmpty();
        assertThat(queried).containsExactly("set");
    }

    @Test
    void theBytesOfAllChangesAreCounted() throws Exception {
        String changes =
                "{\"scope\":\"conversation\",\"changes\":[{\"key\":\"a\",\"value\":\"%s\"},{\"key\":\"b\",\"value\":\"%s\"}]}";
        assertThat(error(ask("state_apply", changes.formatted("x".repeat(49), "x".repeat(48)))))
                .isEqualTo("rate_limited");
        assertThat(queried).isEmpty();
        now.addAndGet(Duration.ofSeconds(60).toNanos());
        assertThat(error(ask("state_apply", changes.formatted("x".repeat(48), "x".repeat(48)))))
                .isEmpty();
        assertThat(queried).containsExactly("apply");
    }
}
