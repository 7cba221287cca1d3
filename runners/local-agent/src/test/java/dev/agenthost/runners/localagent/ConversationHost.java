package dev.agenthost.runners.localagent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.hostapi.TranscriptItem;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.sdk.HistoryRequest;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.harness.ScriptedHostApi;
import dev.agenthost.sdk.host.AgentApiException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A host with one conversation, which stores its messages and answers by functions of the test, each model by a function of its
 * request.
 */
final class ConversationHost extends ScriptedHostApi {
    static final ObjectNode CONFIG = json("{'model':{'primary':'m1','fallbacks':['m2']},'prompt':'Be kind.'}");

    final Map<String, Function<ObjectNode, ObjectNode>> models = new HashMap<>();
    /** The requests to models, in order. */
    final List<ObjectNode> asked = new CopyOnWriteArrayList<>();

    final List<TranscriptItem> transcript = new ArrayList<>();
    ObjectNode config = CONFIG.deepCopy();
    ObjectNode resources = json("{'models':[{'model_id':'m1','operations':['invoke','stream']},"
            + "{'model_id':'m2','operations':['invoke','stream']}]}");
    boolean streaming = true;
    boolean stateKept = true;
    boolean steered;
    boolean artifactsRead;
    /** The stored artifacts, by id. */
    final Map<String, byte[]> artifacts = new HashMap<>();

    /** Runs one turn of the conversation: the person's message and the agent's answer are added to the transcript. */
    List<ResultPayload> emit(String text) throws Exception {
        return emit(json("{'text':null,'contents':[]}").put("text", text));
    }

    List<ResultPayload> emit(ObjectNode input) throws Exception {
        String event = "e" + transcript.size();
        AgentRunContext context = context(event, input);
        List<ResultPayload> said = new CopyOnWriteArrayList<>();
        keep(event, "user", input);
        new LocalAgent().run(context, new Output(said), this);
        said.stream()
                .filter(MessageCompleted.class::isInstance)
                .forEach(one -> keep(
                        event, "assistant", ((MessageCompleted) one).message().plainText()));
        return said;
    }

    static List<String> messages(List<ResultPayload> said) {
        return said.stream()
                .filter(MessageCompleted.class::isInstance)
                .map(one -> ((MessageCompleted) one).message().plainText())
                .toList();
    }

    /** The answer of a model with this text. */
    static ObjectNode answer(String text) {
        ObjectNode answer = json("{'message':{'role':'assistant'},'usage':{'total_tokens':2}}");
        ((ObjectNode) answer.path("message")).put("content", text);
        return answer;
    }

    private AgentRunContext context(String event, ObjectNode input) {
        ObjectNode context = json("{'run_id':'r','trigger':{'type':'message.received','source':'api'},"
                + "'event':{'event_id':'" + event + "','event_type':'message.received','source':'api'},"
                + "'delivery':{'surface':'api'},'context':{'latest_cursor':'" + transcript.size() + "',"
                + "'inline_policy':{'mode':'current_event'},"
                + "'available_apis':{'artifact_read':" + artifactsRead + ",'history_page':true,'run_get':true,'state':"
                + stateKept + ",'steering_pull':"
                + steered
                + "}},"
                + "'runtime':{'metadata':{'streaming_supported':" + streaming + "}}}");
        context.set("input", input);
        context.set("resources", resources);
        context.set("config", config);
        ((ObjectNode) context.putObject("state")).set("conversation", ProtocolCodec.tree(state));
        return read(context, AgentRunContext.class);
    }

    /** Adds a message to the transcript. */
    void keep(String event, String role, String text) {
        keep(event, role, json("{}").put("text", text));
    }

    /** Adds an entry as context-store does: content that is no text as a message, and references. */
    private void keep(String event, String role, ObjectNode input) {
        ObjectNode message = json("{}").put("role", role);
        message.set("content", input.path("contents"));
        List<JsonNode> references = new ArrayList<>();
        input.path("attachments").forEach(references::add);
        long seq = transcript.size() + 1;
        transcript.add(new TranscriptItem(
                "t" + seq,
                event,
                null,
                null,
                role,
                "message",
                input.path("text").textValue(),
                input.path("contents").isEmpty() ? null : message,
                references,
                seq,
                null,
                null,
                Fields.object(null)));
    }

    @Override
    public HistoryPage historyPage(HistoryRequest request) {
        int before = request.beforeCursor() == null ? transcript.size() : Integer.parseInt(request.beforeCursor());
        int from = Math.max(0, before - request.limit());
        return new HistoryPage(transcript.subList(from, before).reversed(), String.valueOf(from), null, from > 0, null);
    }

    @Override
    public ObjectNode call(String action, ObjectNode data) {
        if (action.equals("invoke_llm")) {
            return model(data);
        }
        if (action.equals("artifact_read") && artifactsRead) {
            return piece(data);
        }
        if (!calls.containsKey(action)) {
            throw refused("invalid_argument");
        }
        return calls.get(action).apply(data);
    }

    /** Returns at most half a mebibyte at once. */
    private ObjectNode piece(ObjectNode asked) {
        String id = asked.path("artifact_id").asText();
        byte[] all = artifacts.get(id);
        if (all == null) {
            throw refused("not_found");
        }
        int from = asked.path("offset").asInt();
        int end = (int) Math.min(
                all.length, from + Math.min(524_288L, asked.path("limit").asLong()));
        return json("{}")
                .put("artifact_id", id)
                .put("size_bytes", all.length)
                .put("offset", from)
                .put("length", end - from)
                .put("content_base64", Base64.getEncoder().encodeToString(Arrays.copyOfRange(all, from, end)))
                .put("has_more", end < all.length);
    }

    /** Streams word by word, each tool call in two chunks. */
    @Override
    public void stream(String action, ObjectNode data, Consumer<ObjectNode> piece) {
        ObjectNode answer = model(data);
        for (String word : answer.at("/message/content").asText("").split("(?<= )")) {
            if (!word.isEmpty()) {
                chunk(piece, word, null);
            }
        }
        for (JsonNode call : answer.at("/message/tool_calls")) {
            String arguments = call.at("/function/arguments").asText();
            ObjectNode first = call.deepCopy();
            ((ObjectNode) first.path("function")).put("arguments", arguments.substring(0, arguments.length() / 2));
            ObjectNode rest = json("{'function':{}}").put("id", call.path("id").asText());
            ((ObjectNode) rest.path("function")).put("arguments", arguments.substring(arguments.length() / 2));
            chunk(piece, "", first);
            chunk(piece, "", rest);
        }
        if (answer.has("dies")) {
            throw refused("runtime_error");
        }
        piece.accept(json("{'usage':{'total_tokens':2}}"));
    }

    private static void chunk(Consumer<ObjectNode> piece, String text, @Nullable ObjectNode call) {
        ObjectNode chunk = json("{'chunk':{'role':'assistant'}}");
        ObjectNode said = (ObjectNode) chunk.path("chunk");
        said.put("content", text);
        if (call != null) {
            ((ArrayNode) said.putArray("tool_calls")).add(call);
        }
        piece.accept(chunk);
    }

    private ObjectNode model(ObjectNode data) {
        asked.add(data.deepCopy());
        return models.get(data.path("llm_model_uuid").asText()).apply(data);
    }

    static AgentApiException refused(String code) {
        return new AgentApiException(new AgentApiError(code, "no", code.equals("runtime_error"), json("{}")));
    }

    private record Output(List<ResultPayload> said) implements RunOutput {
        @Override
        public void emit(ResultPayload payload, @Nullable JsonNode usage) {
            said.add(payload);
        }

        @Override
        public boolean isCancelled() {
            return false;
        }
    }

    /** The messages of a request as text, to be compared to the byte. */
    static List<String> sent(ObjectNode request) {
        List<String> messages = new ArrayList<>();
        request.path("messages").forEach(message -> messages.add(message.toString()));
        return messages;
    }

    static String last(ObjectNode request) {
        JsonNode messages = request.path("messages");
        return messages.get(messages.size() - 1).path("content").asText();
    }

    static Message user(String text) {
        return new Message(
                "user", null, com.fasterxml.jackson.databind.node.TextNode.valueOf(text), null, null, null, null);
    }
}
