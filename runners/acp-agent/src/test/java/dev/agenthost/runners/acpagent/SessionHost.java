package dev.agenthost.runners.acpagent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.sdk.HistoryRequest;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.harness.ScriptedHostApi;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A host that stores a conversation's state, and answers calls by functions of the test. */
final class SessionHost extends ScriptedHostApi {

    final List<ResultPayload> said = new CopyOnWriteArrayList<>();
    final AtomicInteger runs = new AtomicInteger();
    volatile ObjectNode config = json("{}");
    volatile ObjectNode resources = json("{}");
    volatile String conversation = "c1";

    AgentRunContext context(String text) {
        return context(json("{'contents':[]}").put("text", text));
    }

    AgentRunContext context(ObjectNode input) {
        String run = "run-" + runs.incrementAndGet();
        ObjectNode context = json("{'run_id':'" + run + "','trigger':{'type':'message.received','source':'api'},"
                + "'event':{'event_id':'e-" + run + "','event_type':'message.received','source':'api'},"
                + "'conversation':{'workspace_id':'w','bot_id':'b'},"
                + "'actor':{'actor_type':'user','actor_id':'u1','actor_name':'Ada'},"
                + "'delivery':{'surface':'api'},'context':{'inline_policy':{'mode':'current_event'},"
                + "'available_apis':{'history_page':true,'history_search':true,'artifact_metadata':true,"
                + "'artifact_read':true,'run_get':true,'state':true}},"
                + "'runtime':{'metadata':{'streaming_supported':true}}}");
        ((ObjectNode) context.path("conversation")).put("conversation_id", conversation);
        context.set("input", input);
        context.set("resources", resources);
        context.set("config", config);
        ((ObjectNode) context.putObject("state")).set("conversation", ProtocolCodec.tree(Map.copyOf(state)));
        return read(context, AgentRunContext.class);
    }

    RunOutput output() {
        return output(said);
    }

    static RunOutput output(List<ResultPayload> said) {
        return new RunOutput() {
            @Override
            public void emit(ResultPayload payload, @Nullable JsonNode usage) {
                said.add(payload);
            }

            @Override
            public boolean isCancelled() {
                return false;
            }
        };
    }

    static List<String> deltas(List<ResultPayload> said) {
        return said.stream()
                .filter(MessageDelta.class::isInstance)
                .map(one -> ((MessageDelta) one).chunk().plainText())
                .toList();
    }

    static List<String> messages(List<ResultPayload> said) {
        return said.stream()
                .filter(MessageCompleted.class::isInstance)
                .map(one -> ((MessageCompleted) one).message().plainText())
                .toList();
    }

    static RunFailed failure(List<ResultPayload> said) {
        return (RunFailed) said.getLast();
    }

    @Override
    public HistoryPage historyPage(HistoryRequest request) {
        called.add("history_page " + request.limit());
        return new HistoryPage(List.of(), "next", null, true, null);
    }
}
