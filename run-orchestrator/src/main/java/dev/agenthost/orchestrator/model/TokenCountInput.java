package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The countable parts of a request.
 *
 * @param texts texts that are encoded separately
 * @param besides tokens without text: those of message frames and images
 */
public record TokenCountInput(List<String> texts, int besides) {
    /** The constants of OpenAI's cookbook: three tokens for each message, one for a name, three for the start of the answer. */
    private static final int MESSAGE = 3;

    private static final int NAME = 1;
    private static final int ANSWER = 3;
    /** The tokens of an image at low detail; the actual number depends on its size and the model. */
    private static final int IMAGE = 85;

    public TokenCountInput {
        texts = List.copyOf(texts);
    }

    /** @param request to {@code /chat/completions} */
    public static TokenCountInput of(JsonNode request) {
        List<String> texts = new ArrayList<>();
        int besides = ANSWER;
        for (JsonNode message : request.path("messages")) {
            besides += MESSAGE;
            texts.add(message.path("role").asText());
            if (message.path("name").isTextual()) {
                besides += NAME;
                texts.add(message.path("name").textValue());
            }
            JsonNode content = message.path("content");
            if (content.isTextual()) {
                texts.add(content.textValue());
            }
            for (JsonNode part : content) {
                if (part.path("text").isTextual()) {
                    texts.add(part.path("text").textValue());
                } else {
                    besides += IMAGE;
                }
            }
            for (JsonNode call : message.path("tool_calls")) {
                texts.add(call.at("/function/name").asText());
                texts.add(call.at("/function/arguments").asText());
            }
        }
        for (JsonNode tool : request.path("tools")) {
            texts.add(tool.path("function").toString());
        }
        return new TokenCountInput(texts, besides);
    }
}
