package dev.agenthost.runners.actiongraph;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.form.Form;
import dev.agenthost.runners.actiongraph.registry.ConfigMembers;
import dev.agenthost.runners.actiongraph.registry.ExecutorConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An agent's configuration.
 * An absent member has its default; a member that is unknown, of the wrong type or out of its bounds is an error.
 *
 * @param model a model's id, or {@code {primary, fallbacks}}
 * @param prompt instructions of the agent; empty if there are none
 * @param executors agents, descriptions of executors, and the rules of their choice
 * @param limits bounds of one run
 * @param historyMessages most earlier messages that the model sees
 * @param contextTokens most tokens of the transcript in a request
 * @param extraArgs the provider's own, for instance {@code temperature}
 * @param removeThink true to omit the models' thinking; null if not configured
 */
record ActionGraphConfig(
        JsonNode model,
        String prompt,
        ExecutorConfig executors,
        RunLimits limits,
        int historyMessages,
        int contextTokens,
        ObjectNode extraArgs,
        @Nullable Boolean removeThink) {
    static final List<String> MODEL_MEMBERS = List.of("primary", "fallbacks");
    private static final List<String> MEMBERS = Stream.of(
                    Stream.of("model", "prompt", "agents", "executors", "executor-rules"),
                    Arrays.stream(IntegerSetting.values()).map(IntegerSetting::field),
                    Stream.of("extra-args", "remove-think", Form.DELTA_MODE))
            .flatMap(names -> names)
            .toList();

    /** Reads a configuration; throws {@link InvalidFieldException} with the name of the member. */
    static ActionGraphConfig of(ObjectNode config) {
        ConfigMembers.check("", config, MEMBERS);
        ConfigMembers.check("model", config.path("model"), MODEL_MEMBERS);
        return new ActionGraphConfig(
                config.path("model"),
                prompt(config.path("prompt")),
                ExecutorConfig.read(config),
                new RunLimits(
                        IntegerSetting.MAX_TURNS.read(config),
                        IntegerSetting.MAX_ACTIONS.read(config),
                        IntegerSetting.MAX_TOKENS.read(config),
                        IntegerSetting.MAX_PARALLEL.read(config),
                        IntegerSetting.MAX_SECONDS.read(config),
                        IntegerSetting.MAX_WAIT_SECONDS.read(config),
                        IntegerSetting.MAX_PROTOCOL_ERRORS.read(config)),
                IntegerSetting.MAX_MESSAGES.read(config),
                IntegerSetting.MAX_CONTEXT_TOKENS.read(config),
                extraArgs(config.path("extra-args")),
                removeThink(config.path("remove-think")));
    }

    /** A text, or messages, whose texts are joined. */
    private static String prompt(JsonNode value) {
        if (isAbsent(value) || value.isTextual()) {
            return value.asText("").strip();
        }
        if (!value.isArray()) {
            throw new InvalidFieldException("prompt", "must be a text or a list of messages");
        }
        List<String> texts = new ArrayList<>();
        value.forEach(message -> texts.add(message.path("content").asText("").strip()));
        return String.join(
                "\n\n", texts.stream().filter(text -> !text.isEmpty()).toList());
    }

    private static ObjectNode extraArgs(JsonNode value) {
        if (isAbsent(value)) {
            return JsonNodeFactory.instance.objectNode();
        }
        if (value instanceof ObjectNode object) {
            return object;
        }
        throw new InvalidFieldException("extra-args", "must be an object");
    }

    private static @Nullable Boolean removeThink(JsonNode value) {
        if (isAbsent(value)) {
            return null;
        }
        if (!value.isBoolean()) {
            throw new InvalidFieldException("remove-think", "must be true or false");
        }
        return value.booleanValue();
    }

    private static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }
}
