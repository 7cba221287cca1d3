package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.hostapi.dispatch.HostAction;
import dev.agenthost.orchestrator.hostapi.run.FullRuns;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.hostapi.AgentEventRecord;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.hostapi.ArtifactReadResult;
import dev.agenthost.protocol.hostapi.EventPage;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.hostapi.HistorySearchResult;
import dev.agenthost.protocol.hostapi.SteeringInputItem;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.store.artifact.FileContent;
import dev.agenthost.protocol.store.artifact.UploadToken;
import dev.agenthost.protocol.store.knowledge.KnowledgeAnswer;
import dev.agenthost.protocol.store.state.StateKeys;
import dev.agenthost.protocol.store.state.StateSuccess;
import dev.agenthost.protocol.store.state.StateValue;
import dev.agenthost.protocol.store.state.StorageKeys;
import dev.agenthost.protocol.store.state.StorageSuccess;
import dev.agenthost.protocol.store.state.StorageValue;

/** Builds the host's answer to each call, and a run's context, with a value in every field. */
final class FullAnswers {
    private FullAnswers() {}

    /** The data of {@code run_agent}. */
    static ObjectNode context() {
        ObjectNode context = full(AgentRunContext.class);
        ((ObjectNode) context.at("/resources/models/0"))
                .putArray("operations")
                .add("invoke")
                .add("stream")
                .add("rerank")
                .add("count_tokens");
        ObjectNode data = object("{\"runner_name\":\"default\"}");
        data.set("context", context);
        return data;
    }

    static ObjectNode of(HostAction action) {
        return switch (action) {
            case GET_LANGBOT_VERSION -> object("{\"version\":\"v4.11.0\"}");
            case STATE_GET -> full(StateValue.class);
            case STATE_SET, STATE_DELETE, STATE_APPLY -> full(StateSuccess.class);
            case STATE_LIST -> full(StateKeys.class);
            case HISTORY_PAGE -> uncounted(full(HistoryPage.class));
            case HISTORY_SEARCH -> uncounted(full(HistorySearchResult.class));
            case EVENT_GET -> full(AgentEventRecord.class);
            case EVENT_PAGE -> uncounted(full(EventPage.class));
            case RUN_GET, RUN_CANCEL -> FullRuns.run();
            case RUN_LIST -> uncounted(page(FullRuns.run()));
            case RUN_EVENTS_PAGE -> uncounted(page(FullRuns.event()));
            case RUN_DELEGATE -> object("{\"run_id\":\"0f8fad5b-d9cb-469f-a165-70867728950e\"}");
            case TIMER_SET -> object("{\"due_at\":1795219976.5,\"fired\":false}");
            case TIMER_CANCEL -> object("{\"cancelled\":true}");
            case GET_PROMPT -> with("{\"prompt\":[{}]}", "/prompt/0", full(Message.class));
            case INVOKE_LLM -> with("{\"message\":{},\"usage\":{\"total_tokens\":6}}", "/message", full(Message.class));
            case INVOKE_LLM_STREAM -> with("{\"chunk\":{}}", "/chunk", full(MessageChunk.class));
            case INVOKE_RERANK -> object("{\"results\":[{\"index\":0,\"relevance_score\":0.5}]}");
            case COUNT_TOKENS -> object("{\"tokens\":7}");
            case GET_TOOL_DETAIL ->
                object("{\"tool\":{\"name\":\"add\",\"description\":\"adds\",\"parameters\":{\"type\":\"object\"}}}");
            case CALL_TOOL -> object("{\"result\":{\"sum\":5}}");
            case RETRIEVE_KNOWLEDGE -> full(KnowledgeAnswer.class);
            case GET_PLUGIN_STORAGE, GET_WORKSPACE_STORAGE, GET_BINARY_STORAGE -> full(StorageValue.class);
            case GET_PLUGIN_STORAGE_KEYS, GET_WORKSPACE_STORAGE_KEYS, GET_BINARY_STORAGE_KEYS ->
                full(StorageKeys.class);
            case SET_PLUGIN_STORAGE,
                    SET_WORKSPACE_STORAGE,
                    SET_BINARY_STORAGE,
                    DELETE_PLUGIN_STORAGE,
                    DELETE_WORKSPACE_STORAGE,
                    DELETE_BINARY_STORAGE -> full(StorageSuccess.class);
            case ARTIFACT_METADATA -> full(ArtifactMetadata.class);
            case ARTIFACT_READ -> full(ArtifactReadResult.class);
            case ARTIFACT_UPLOAD_TOKEN -> full(UploadToken.class);
            case GET_CONFIG_FILE -> full(FileContent.class);
            case STEERING_PULL -> with("{\"items\":[{}]}", "/items/0", full(SteeringInputItem.class));
        };
    }

    private static ObjectNode page(ObjectNode item) {
        return with("{\"items\":[{}],\"next_cursor\":\"c\",\"prev_cursor\":null,\"has_more\":true}", "/items/0", item);
    }

    /** A usual page, without a total count. */
    private static ObjectNode uncounted(ObjectNode page) {
        return page.putNull("total_count");
    }

    private static ObjectNode with(String json, String place, ObjectNode filled) {
        ObjectNode answer = object(json);
        ((ObjectNode) answer.at(place)).setAll(filled);
        return answer;
    }

    private static ObjectNode full(Class<? extends Record> type) {
        return ProtocolCodec.runnerTree(Filled.of(type));
    }

    static ObjectNode object(String json) {
        try {
            JsonNode tree = ProtocolCodec.readTree(json);
            return (ObjectNode) tree;
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(json, e);
        }
    }
}
