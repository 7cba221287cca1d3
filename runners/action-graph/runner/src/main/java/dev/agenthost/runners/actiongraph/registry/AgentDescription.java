package dev.agenthost.runners.actiongraph.registry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An agent that actions may be given to, as the model is told about it.
 *
 * @param id of the agent, as the resource policy names it
 * @param description what it is for; may be empty
 */
public record AgentDescription(String id, String description) {
    private static final int MAX_AGENTS = 64;

    /**
     * Reads the member {@code agents} of a configuration: ids, or objects with {@code id} and {@code description}.
     *
     * @throws InvalidFieldException if it is no such list
     */
    public static List<AgentDescription> read(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return List.of();
        }
        if (!value.isArray() || value.size() > MAX_AGENTS) {
            throw new InvalidFieldException("agents", "must be a list of at most " + MAX_AGENTS + " agents");
        }
        List<AgentDescription> agents = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (JsonNode agent : value) {
            ConfigMembers.check("agents[" + agents.size() + "]", agent, ExecutorConfig.AGENT_MEMBERS);
            String id = agent.isTextual() ? agent.textValue() : agent.path("id").textValue();
            if (id == null || id.isBlank() || !ids.add(id)) {
                throw new InvalidFieldException("agents", "must have an id for each agent, each once");
            }
            agents.add(new AgentDescription(id, agent.path("description").asText("")));
        }
        return List.copyOf(agents);
    }
}
