package dev.agenthost.bench.graph.script;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;

/**
 * The estimated tokens of requests and outputs: one for each three bytes of UTF-8, rounded up for each message and each tool. All arms are
 * counted in the same way.
 */
public final class RequestTokens {
    private static final int BYTES_OF_TOKEN = 3;

    private RequestTokens() {}

    /** The tokens that a request shows to the model: contents of messages, calls in messages, and descriptions of tools. */
    public static long shown(JsonNode request) {
        long tokens = 0;
        for (var message : request.path("messages")) {
            tokens += ofMessage(message);
        }
        for (var tool : request.path("tools")) {
            tokens += tokens(tool.path("function").toString());
        }
        return tokens;
    }

    /** The tokens of a message: its text, and the names and arguments of its calls. */
    public static long ofMessage(JsonNode message) {
        var text = new StringBuilder(text(message));
        for (var call : message.path("tool_calls")) {
            text.append(call.at("/function/name").asText())
                    .append(call.at("/function/arguments").asText());
        }
        return tokens(text.toString());
    }

    /** The text of a message, whose content is a string or a list of parts. */
    public static String text(JsonNode message) {
        var content = message.path("content");
        if (content.isTextual()) {
            return content.textValue();
        }
        var text = new StringBuilder();
        content.forEach(part -> text.append(part.path("text").asText("")));
        return text.toString();
    }

    /** The texts of all messages of the person. */
    public static String userText(JsonNode request) {
        var text = new StringBuilder();
        request.path("messages").forEach(message -> {
            if (message.path("role").asText().equals("user")) {
                text.append(text(message)).append('\n');
            }
        });
        return text.toString();
    }

    private static long tokens(String text) {
        return (text.getBytes(StandardCharsets.UTF_8).length + BYTES_OF_TOKEN - 1) / BYTES_OF_TOKEN;
    }
}
