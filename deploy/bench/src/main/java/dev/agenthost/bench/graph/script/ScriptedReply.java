package dev.agenthost.bench.graph.script;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;

/** One output of the scripted model. */
public sealed interface ScriptedReply {
    /** The output as a message, or as the delta of a stream, of the chat API of OpenAI. */
    ObjectNode message();

    /** The reason why the output ends. */
    String finishReason();

    /** Native calls of tools. */
    record Calls(List<ScriptedCall> calls) implements ScriptedReply {
        public Calls {
            calls = List.copyOf(calls);
        }

        @Override
        public ObjectNode message() {
            var message = assistant();
            message.putNull("content");
            var list = message.putArray("tool_calls");
            for (var call : calls) {
                var one = list.addObject()
                        .put("index", list.size() - 1)
                        .put("id", call.id())
                        .put("type", "function");
                one.putObject("function")
                        .put("name", call.tool())
                        .put("arguments", call.arguments().toString());
            }
            return message;
        }

        @Override
        public String finishReason() {
            return "tool_calls";
        }
    }

    /** Text: an answer, or a declaration in a fenced block. */
    record Text(String text) implements ScriptedReply {
        @Override
        public ObjectNode message() {
            return assistant().put("content", text);
        }

        @Override
        public String finishReason() {
            return "stop";
        }
    }

    private static ObjectNode assistant() {
        return ProtocolCodec.mapper().createObjectNode().put("role", "assistant");
    }
}
