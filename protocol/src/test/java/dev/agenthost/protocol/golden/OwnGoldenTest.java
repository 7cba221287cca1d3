package dev.agenthost.protocol.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.delivery.AdapterReceipt;
import dev.agenthost.protocol.delivery.ConversationTakeover;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.OutboundDelta;
import dev.agenthost.protocol.delivery.OutboundProgress;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.delivery.OutboundTyping;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.DecodeResult;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.protocol.runner.KnownRunner;
import dev.agenthost.protocol.security.AccessKey;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.RunEnd;
import dev.agenthost.protocol.store.artifact.ArtifactPut;
import dev.agenthost.protocol.store.artifact.ArtifactQuestion;
import dev.agenthost.protocol.store.artifact.ArtifactRangeQuestion;
import dev.agenthost.protocol.store.artifact.FileContent;
import dev.agenthost.protocol.store.artifact.FileQuestion;
import dev.agenthost.protocol.store.artifact.StoredFile;
import dev.agenthost.protocol.store.history.HistoryQuestion;
import dev.agenthost.protocol.store.history.HistorySearchQuestion;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelChange;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelKnown;
import dev.agenthost.protocol.store.knowledge.KnowledgeAnswer;
import dev.agenthost.protocol.store.knowledge.KnowledgeQuestion;
import dev.agenthost.protocol.store.skill.SkillContent;
import dev.agenthost.protocol.store.skill.SkillQuestion;
import dev.agenthost.protocol.store.skill.SkillRegistered;
import dev.agenthost.protocol.store.skill.SkillRegistration;
import dev.agenthost.protocol.store.state.StateCall;
import dev.agenthost.protocol.store.state.StateKeys;
import dev.agenthost.protocol.store.state.StateSuccess;
import dev.agenthost.protocol.store.state.StateValue;
import dev.agenthost.protocol.store.state.StorageCall;
import dev.agenthost.protocol.store.state.StorageKeys;
import dev.agenthost.protocol.store.state.StorageSuccess;
import dev.agenthost.protocol.store.state.StorageValue;
import dev.agenthost.protocol.topic.RedriveMark;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Our own records, as docs/reference/topics.md shows them. Changing a file here is a change of the product's wire. */
class OwnGoldenTest {
    private static final Map<String, Class<?>> DOCUMENTS = new LinkedHashMap<>();

    static {
        DOCUMENTS.put("own/event_envelope", EventEnvelope.class);
        DOCUMENTS.put("own/event_envelope_full", EventEnvelope.class);
        DOCUMENTS.put("own/resolution_bound", Resolution.class);
        DOCUMENTS.put("own/resolution_unbound", Resolution.class);
        DOCUMENTS.put("own/binding_snapshot_limited", BindingSnapshot.class);
        DOCUMENTS.put("own/resolution_ambiguous", Resolution.class);
        DOCUMENTS.put("own/run_results", RunResults.class);
        DOCUMENTS.put("own/run_started", ResultFrame.class);
        DOCUMENTS.put("own/run_unanswered", ResultFrame.class);
        DOCUMENTS.put("own/run_failed_with_sentence", ResultFrame.class);
        DOCUMENTS.put("own/delivery_receipt", DeliveryReceipt.class);
        DOCUMENTS.put("own/delivery_receipt_rejected", DeliveryReceipt.class);
        DOCUMENTS.put("own/adapter_receipt", AdapterReceipt.class);
        DOCUMENTS.put("own/adapter_receipt_rejected", AdapterReceipt.class);
        DOCUMENTS.put("own/outbound_message", OutboundReply.class);
        DOCUMENTS.put("own/outbound_failure", OutboundReply.class);
        DOCUMENTS.put("own/outbound_placeholder", OutboundReply.class);
        DOCUMENTS.put("own/outbound_delta", OutboundDelta.class);
        DOCUMENTS.put("own/outbound_artifacts", OutboundReply.class);
        DOCUMENTS.put("own/outbound_progress", OutboundProgress.class);
        DOCUMENTS.put("own/outbound_typing", OutboundTyping.class);
        DOCUMENTS.put("own/audit_entry", AuditEntry.class);
        DOCUMENTS.put("own/access_key", AccessKey.class);
        DOCUMENTS.put("own/access_key_revoked", AccessKey.class);
        DOCUMENTS.put("own/known_runner", KnownRunner.class);
        DOCUMENTS.put("own/bot_registration", BotRegistration.class);
        DOCUMENTS.put("own/bot_registration_deleted", BotRegistration.class);
        DOCUMENTS.put("own/conversation_takeover", ConversationTakeover.class);
        DOCUMENTS.put("own/conversation_takeover_ended", ConversationTakeover.class);
        DOCUMENTS.put("own/redrive_mark_started", RedriveMark.class);
        DOCUMENTS.put("own/redrive_mark_redriven", RedriveMark.class);
        DOCUMENTS.put("own/run_context_question", RunContextQuestion.class);
        DOCUMENTS.put("own/run_context_answer", RunContextAnswer.class);
        DOCUMENTS.put("own/state_set", StateCall.class);
        DOCUMENTS.put("own/state_list", StateCall.class);
        DOCUMENTS.put("own/state_value", StateValue.class);
        DOCUMENTS.put("own/state_value_absent", StateValue.class);
        DOCUMENTS.put("own/state_success", StateSuccess.class);
        DOCUMENTS.put("own/state_keys", StateKeys.class);
        DOCUMENTS.put("own/storage_set", StorageCall.class);
        DOCUMENTS.put("own/storage_keys_asked", StorageCall.class);
        DOCUMENTS.put("own/storage_value", StorageValue.class);
        DOCUMENTS.put("own/storage_success", StorageSuccess.class);
        DOCUMENTS.put("own/storage_keys", StorageKeys.class);
        DOCUMENTS.put("own/storage_set_expecting", StorageCall.class);
        DOCUMENTS.put("own/storage_page_asked", StorageCall.class);
        DOCUMENTS.put("own/storage_page", StorageKeys.class);
        DOCUMENTS.put("own/run_end", RunEnd.class);
        DOCUMENTS.put("own/history_question", HistoryQuestion.class);
        DOCUMENTS.put("own/history_search_question", HistorySearchQuestion.class);
        DOCUMENTS.put("own/artifact_put", ArtifactPut.class);
        DOCUMENTS.put("own/artifact_question", ArtifactQuestion.class);
        DOCUMENTS.put("own/artifact_range_question", ArtifactRangeQuestion.class);
        DOCUMENTS.put("own/knowledge_question", KnowledgeQuestion.class);
        DOCUMENTS.put("own/knowledge_answer", KnowledgeAnswer.class);
        DOCUMENTS.put("own/embedding_model_change", EmbeddingModelChange.class);
        DOCUMENTS.put("own/embedding_model_deleted", EmbeddingModelChange.class);
        DOCUMENTS.put("own/embedding_model_known", EmbeddingModelKnown.class);
        DOCUMENTS.put("own/agent_api_error", AgentApiError.class);
        DOCUMENTS.put("own/run_context_question_naming", RunContextQuestion.class);
        DOCUMENTS.put("own/run_context_answer_knowing", RunContextAnswer.class);
        DOCUMENTS.put("own/file_question", FileQuestion.class);
        DOCUMENTS.put("own/file_content", FileContent.class);
        DOCUMENTS.put("own/stored_file", StoredFile.class);
        DOCUMENTS.put("own/skill_question", SkillQuestion.class);
        DOCUMENTS.put("own/skill_content", SkillContent.class);
        DOCUMENTS.put("own/skill_registration", SkillRegistration.class);
        DOCUMENTS.put("own/skill_registered", SkillRegistered.class);
    }

    static Stream<Arguments> documents() {
        return DOCUMENTS.entrySet().stream().map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("documents")
    void readsAndWritesTheSameDocument(String name, Class<?> type) throws UndecodableException {
        JsonNode document = Golden.tree(name);
        Object decoded = ProtocolCodec.decode(document, type);
        assertThat(ProtocolCodec.readTree(ProtocolCodec.encode(decoded))).isEqualTo(document);
        assertThat(ProtocolCodec.decode(ProtocolCodec.encode(decoded), type)).isEqualTo(decoded);
    }

    @Test
    void everyDocumentHasATest() {
        TreeSet<String> tested = new TreeSet<>(DOCUMENTS.keySet());
        tested.add("own/binding_snapshot_bare");
        assertThat(Golden.names("own")).isEqualTo(tested);
    }

    @Test
    void whatABindingLeavesOutIsItsDefault() {
        BindingSnapshot bare = Golden.decode("own/binding_snapshot_bare", BindingSnapshot.class);
        assertThat(bare.resourcePolicy()).isEqualTo(ResourcePolicy.defaults());
        assertThat(bare.resourcePolicy().hostApis()).containsExactly("history", "events", "state");
        assertThat(bare.statePolicy()).isEqualTo(StatePolicy.defaults());
        assertThat(bare.deliveryPolicy()).isEqualTo(DeliveryPolicy.defaults());
        assertThat(bare.turnPolicy()).isEqualTo(TurnPolicy.SERIAL);
        assertThat(bare.retryPolicy()).isEqualTo(RetryPolicy.NEVER);
        assertThat(bare.deadlinePolicy()).isEqualTo(new DeadlinePolicy(60, 300));
        assertThat(bare.choiceLimits()).isNull();
    }

    @ParameterizedTest
    @MethodSource("hostResults")
    void theHostsOwnResultsAreKnownAndWriteTheSamePayload(String name) {
        ResultFrame frame = Golden.decode(name, ResultFrame.class);
        assertThat(ResultCodec.decode(frame)).isInstanceOfSatisfying(DecodeResult.Known.class, known -> {
            JsonNode payload = ProtocolCodec.tree(known.payload());
            assertThat(payload).isEqualTo(frame.data());
            assertThat(known.payload().type()).isEqualTo(frame.type());
        });
    }

    static Stream<String> hostResults() {
        return Stream.of("own/run_started", "own/run_unanswered", "own/run_failed_with_sentence");
    }
}
