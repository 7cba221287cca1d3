package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.InvalidFieldException;

/** {@code invoke_llm} and {@code invoke_llm_stream} as a request to {@code /chat/completions}. */
public final class ChatRequest {
    public static final String PATH = "/chat/completions";

    private static final int MOST_MESSAGES = 10_000;
    private static final int MOST_TOOLS = 512;

    private ChatRequest() {}

    /** Returns true if the list of messages is empty: a runner counts tokens so before a conversation has a summary. */
    public static boolean isEmpty(JsonNode data) {
        return data.path("messages").isArray() && data.path("messages").isEmpty();
    }

    /**
     * @param data of the call
     * @throws InvalidFieldException for the first invalid argument
     */
    public static ObjectNode of(Model model, JsonNode data, boolean stream) {
        JsonNode messages = data.path("messages");
        if (!messages.isArray() || messages.isEmpty() || messages.size() > MOST_MESSAGES) {
            throw new InvalidFieldException("messages", "must be a list of 1 to " + MOST_MESSAGES + " messages");
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ArrayNode converted = body.putArray("messages");
        for (int i = 0; i < messages.size(); i++) {
            converted.add(ChatMessage.of(messages.get(i), "messages[" + i + "]"));
        }
        tools(data.path("funcs"), body);
        if (stream) {
            body.put("stream", true).putObject("stream_options").put("include_usage", true);
        }
        return ProviderArguments.of(model, data.path("extra_args"), body);
    }

    private static void tools(JsonNode funcs, ObjectNode body) {
        if (funcs.isMissingNode() || funcs.isNull() || funcs.isArray() && funcs.isEmpty()) {
            return;
        }
        if (!funcs.isArray() || funcs.size() > MOST_TOOLS) {
            throw new InvalidFieldException("funcs", "must be a list of at most " + MOST_TOOLS + " tools");
        }
        ArrayNode tools = body.putArray("tools");
        for (int i = 0; i < funcs.size(); i++) {
            JsonNode func =
                    funcs.get(i).path("function").isObject() ? funcs.get(i).path("function") : funcs.get(i);
            if (func.path("name").asText("").isBlank()) {
                throw new InvalidFieldException("funcs[" + i + "].name", "is missing");
            }
            ObjectNode function = tools.addObject()
                    .put("type", "function")
                    .putObject("function")
                    .put("name", func.path("name").asText());
            function.put("description", func.path("description").asText(""));
            function.set(
                    "parameters",
                    func.path("parameters").isObject()
                            ? func.get("parameters")
                            : JsonNodeFactory.instance.objectNode());
        }
    }
}
