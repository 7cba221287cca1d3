package dev.agenthost.runners.localagent;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** A host with scripted models, tools and knowledge bases. */
abstract class LocalAgentFixture {
    static final String TOOLS = "'tools':[{'tool_name':'add','operations':['detail','call']},"
            + "{'tool_name':'now','operations':['detail','call']}]";
    final ConversationHost host = new ConversationHost();

    void knowledge(String... passages) {
        host.resources
                .putArray("knowledge_bases")
                .add(ConversationHost.json("{'kb_id':'kb','operations':['retrieve']}"));
        StringBuilder results = new StringBuilder();
        for (String passage : passages) {
            results.append(results.isEmpty() ? "" : ",")
                    .append("{'content':[{'type':'text','text':'" + passage + "'}]}");
        }
        host.calls.put("retrieve_knowledge_base", data -> ConversationHost.json("{'results':[" + results + "]}"));
    }

    static ObjectNode windows(int first, int second) {
        return ConversationHost.json("{'models':[{'model_id':'m1','operations':['invoke'],'context_window':" + first
                + "},{'model_id':'m2','operations':['invoke'],'context_window':" + second + "}]}");
    }

    /** One message that arrives while tools are called, and is sent once. */
    void steering(String event, String text) {
        host.steered = true;
        host.resources = ConversationHost.json(
                host.resources.toString().replace("\"", "'").replaceFirst("}$", "," + TOOLS + "}"));
        tools();
        List<ObjectNode> waiting =
                new java.util.ArrayList<>(List.of(ConversationHost.json("{'items':[{'claimed_run_id':'r',"
                        + "'runner_id':'plugin:agenthost/local-agent/default','event':{'event_id':'" + event
                        + "','event_type':'message.received','source':'api'},'input':{'text':'" + text + "'}}]}")));
        host.calls.put("steering_pull", data -> {
            if (waiting.isEmpty()) {
                return ConversationHost.json("{'items':[]}");
            }
            if (host.transcript.stream().noneMatch(item -> item.eventId().equals(event))) {
                host.keep(event, "user", text);
            }
            return waiting.removeFirst();
        });
    }

    void tools() {
        host.calls.put(
                "get_tool_detail",
                data -> ConversationHost.json("{'tool':{'name':'"
                        + data.path("tool_name").asText() + "','description':'d','parameters':{'type':'object'}}}"));
        host.calls.put("call_tool", data -> ConversationHost.json("{'result':3}"));
    }

    static ObjectNode calling(String tool, String arguments) {
        return ConversationHost.json(
                "{'message':{'role':'assistant','content':'','tool_calls':[{'id':'c1','type':'function',"
                        + "'function':{'name':'" + tool + "','arguments':'" + arguments + "'}}]}}");
    }

    static ObjectNode summariesOrAnswers(ObjectNode request) {
        return ConversationHost.last(request).contains("Put the conversation")
                ? ConversationHost.answer("They asked questions.")
                : ConversationHost.answer(
                        "answer to " + ConversationHost.last(request).length());
    }
}
