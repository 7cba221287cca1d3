package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.Set;

/** The arguments of one request to a provider: the model's own, under those of the call, under those that only the host says. */
final class ProviderArguments {
    /** A runner that could say these would call what it was not granted. */
    private static final Set<String> OURS =
            Set.of("model", "messages", "tools", "stream", "stream_options", "n", "query", "documents", "top_n");

    private ProviderArguments() {}

    /**
     * Null takes an argument out again.
     *
     * @param asked {@code extra_args} of the call: an object, or nothing
     * @throws InvalidFieldException where they are neither, or say what only the host says
     */
    static ObjectNode of(Model model, JsonNode asked, ObjectNode ours) {
        if (!asked.isObject() && !asked.isMissingNode() && !asked.isNull()) {
            throw new InvalidFieldException("extra_args", "must be an object");
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("model", model.model());
        body.setAll(ours);
        model.extraArgs().properties().forEach(argument -> put(body, argument.getKey(), argument.getValue()));
        asked.properties().forEach(argument -> {
            if (OURS.contains(argument.getKey())) {
                throw new InvalidFieldException("extra_args." + argument.getKey(), "is said by the host");
            }
            put(body, argument.getKey(), argument.getValue());
        });
        return body;
    }

    private static void put(ObjectNode body, String name, JsonNode value) {
        if (value.isNull()) {
            body.remove(name);
        } else {
            body.set(name, value);
        }
    }
}
