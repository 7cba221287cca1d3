package dev.agenthost.protocol.context;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import java.util.Map;

/** The runner's stored state, by scope, as of the start of the run (spec 000 §5.10). */
public record AgentRunState(
        Map<String, JsonNode> conversation,
        Map<String, JsonNode> actor,
        Map<String, JsonNode> subject,
        Map<String, JsonNode> runner) {
    private static final AgentRunState EMPTY = new AgentRunState(Map.of(), Map.of(), Map.of(), Map.of());

    public AgentRunState {
        conversation = Fields.map(conversation);
        actor = Fields.map(actor);
        subject = Fields.map(subject);
        runner = Fields.map(runner);
    }

    public static AgentRunState empty() {
        return EMPTY;
    }
}
