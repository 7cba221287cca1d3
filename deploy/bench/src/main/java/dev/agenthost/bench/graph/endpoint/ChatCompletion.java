package dev.agenthost.bench.graph.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.bench.graph.script.ScriptedReply;
import org.jspecify.annotations.Nullable;

/** The answers of a chat endpoint with the API of OpenAI. */
final class ChatCompletion {
    private ChatCompletion() {}

    /** The answer to a request without {@code stream}. */
    static String whole(ScriptedReply reply) {
        return choice("message", reply.message(), reply.finishReason()).toString();
    }

    /** The answer to a request with {@code stream}: the output in one chunk, the end, the mark of the end. */
    static String stream(ScriptedReply reply) {
        return event(choice("delta", reply.message(), null))
                + event(choice("delta", JsonReply.object(), reply.finishReason()))
                + "data: [DONE]\n\n";
    }

    private static String event(JsonNode chunk) {
        return "data: " + chunk + "\n\n";
    }

    private static ObjectNode choice(String name, ObjectNode message, @Nullable String finishReason) {
        var answer = JsonReply.object();
        var choice = answer.putArray("choices").addObject().put("index", 0);
        choice.set(name, message);
        choice.put("finish_reason", finishReason);
        return answer;
    }
}
