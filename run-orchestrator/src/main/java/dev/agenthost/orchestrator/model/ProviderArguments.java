package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.Set;

/** Merges the arguments of a request to a provider: those of the host override those of the call, which override those of the model. */
final class ProviderArguments {
    /** Arguments that only the host sets: with these a runner could exceed its grant. */
    private static final Set<String> HOST_ONLY =
            Set.of("model", "messages", "tools", "stream", "stream_options", "n", "query", "documents", "top_n");

    private ProviderArguments() {}

    /**
     * Merges the arguments; a null removes an argument.
     *
     * @param extraArgs {@code extra_args} of the call: an object, or nothing
     * @throws InvalidFieldException if {@code extraArgs} is neither, or has an argument that only the host sets
     */
    static ObjectNode of(Model model, JsonNode extraArgs, ObjectNode hostArguments) {
        if (!extraArgs.isObject() && !extraArgs.isMissingNode() && !extraArgs.isNull()) {
            throw new InvalidFieldException("extra_args", "must be an object");
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("model", model.model());
        body.setAll(hostArguments);
        model.extraArgs().properties().forEach(argument -> put(body, argument.getKey(), argument.getValue()));
        extraArgs.properties().forEach(argument -> {
            if (HOST_ONLY.contains(argument.getKey())) {
                throw new InvalidFieldException("extra_args." + argument.getKey(), "is set by the host");
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
