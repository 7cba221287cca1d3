package dev.agenthost.runners.localagent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.runners.localagent.window.ContextWindow;
import dev.agenthost.runners.localagent.window.SizeMeasure;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * An agent's configuration; an absent field or one of the wrong type has its default.
 *
 * @param model a model's id, or {@code {primary, fallbacks}}
 * @param prompt the first messages of every request
 * @param mostMessages at which the window is cut
 * @param mostCharacters at which the window is cut, null if not configured
 * @param keptMessages that stay after a cut
 * @param toolRounds maximum of tool rounds before the model must answer
 * @param toolsAtOnce maximum of concurrent calls in one round
 * @param passages maximum of passages from knowledge bases
 * @param extraArgs the provider's own, for instance {@code temperature}
 * @param removeThink true to omit the models' thinking, null if not configured
 */
record LocalAgentConfig(
        JsonNode model,
        List<Message> prompt,
        int mostMessages,
        @Nullable Integer mostCharacters,
        int keptMessages,
        int toolRounds,
        int toolsAtOnce,
        int passages,
        String rerankModel,
        ObjectNode extraArgs,
        @Nullable Boolean removeThink) {
    private static final int USUAL_CHARACTERS = 60_000;

    static LocalAgentConfig of(ObjectNode config) {
        int entries = number(config, "max-messages", 40, 2, 400);
        return new LocalAgentConfig(
                config.path("model"),
                prompt(config.path("prompt")),
                entries,
                config.path("max-characters").isIntegralNumber()
                        ? (Integer) number(config, "max-characters", USUAL_CHARACTERS, 1_000, 2_000_000)
                        : null,
                number(config, "keep-messages", Math.min(10, entries - 1), 0, entries - 1),
                number(config, "max-tool-rounds", 10, 0, 100),
                number(config, "max-parallel-tools", 4, 1, 32),
                number(config, "top-k", 5, 1, 50),
                config.path("rerank-model").asText(""),
                config.path("extra-args") instanceof ObjectNode extra ? extra : JsonNodeFactory.instance.objectNode(),
                config.path("remove-think").isBoolean()
                        ? (Boolean) config.path("remove-think").booleanValue()
                        : null);
    }

    /**
     * Returns the limits of the window: those of the configuration, else half of the models' context, which leaves the other half
     * to the prompt, the question, tools and the answer.
     *
     * @param contextWindow the smallest of the models, if known
     */
    ContextWindow.Bounds window(OptionalInt contextWindow) {
        if (mostCharacters == null && contextWindow.isPresent()) {
            return new ContextWindow.Bounds(
                    mostMessages, Math.max(1, contextWindow.getAsInt() / 2), SizeMeasure.TOKENS, keptMessages);
        }
        int characters = mostCharacters == null ? USUAL_CHARACTERS : mostCharacters;
        return new ContextWindow.Bounds(mostMessages, characters, SizeMeasure.CHARACTERS, keptMessages);
    }

    /** A text, or messages. */
    private static List<Message> prompt(JsonNode value) {
        List<Message> messages = new ArrayList<>();
        if (value.isTextual() && !value.textValue().isBlank()) {
            messages.add(new Message("system", null, value, null, null, null, null));
        }
        for (JsonNode message : value) {
            String role = message.path("role").asText("");
            String content = message.path("content").asText("");
            if (!role.isBlank() && !content.isBlank()) {
                messages.add(new Message(role, null, TextNode.valueOf(content), null, null, null, null));
            }
        }
        return messages;
    }

    private static int number(ObjectNode config, String name, int usual, int least, int most) {
        JsonNode value = config.path(name);
        return value.isIntegralNumber() ? Math.clamp(value.longValue(), least, most) : usual;
    }
}
