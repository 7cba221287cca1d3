package dev.agenthost.runners.actiongraph.journal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.context.AgentRunContext;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The state of the conversation at the start of the run, as the context has it.
 *
 * @param values the values by their keys
 * @param omitted keys whose values the context omits because of its size
 */
public record InitialState(Map<String, JsonNode> values, Set<String> omitted) {
    private static final String OMITTED = "state.conversation.";

    public InitialState {
        values = Map.copyOf(values);
        omitted = Set.copyOf(omitted);
    }

    /** The state in a context. */
    public static InitialState of(AgentRunContext context) {
        Set<String> omitted = new HashSet<>();
        for (JsonNode part : context.runtime().metadata().path("left_out")) {
            if (part.asText().startsWith(OMITTED)) {
                omitted.add(part.asText().substring(OMITTED.length()));
            }
        }
        return new InitialState(context.state().conversation(), omitted);
    }

    /** A value that the context has; empty if there was none, or if it is omitted. */
    Optional<JsonNode> value(String key) {
        return Optional.ofNullable(values.get(key));
    }

    boolean omits(String key) {
        return omitted.contains(key);
    }

    /** All keys with that prefix, sorted. */
    List<String> keys(String prefix) {
        Set<String> keys = new HashSet<>(values.keySet());
        keys.addAll(omitted);
        return keys.stream().filter(key -> key.startsWith(prefix)).sorted().toList();
    }
}
