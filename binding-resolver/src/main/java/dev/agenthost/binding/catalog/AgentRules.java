package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;

/** The rules for an agent beyond its types. Each breach names its field. */
public final class AgentRules {
    /** Largest configuration, in bytes of JSON, because every run contains it. */
    public static final int MAX_CONFIG_BYTES = 256 * 1024;
    /** Longest name, in characters. */
    public static final int MAX_NAME = 200;

    private AgentRules() {}

    /**
     * Returns the agent itself.
     *
     * @throws InvalidFieldException for the first breach
     */
    public static Agent check(Agent agent) {
        ResourceName.check(agent.agentId(), "agent_id");
        checkName(agent.name());
        if (ProtocolCodec.encode(agent.runnerConfig()).length > MAX_CONFIG_BYTES) {
            throw new InvalidFieldException("runner_config", "is larger than " + MAX_CONFIG_BYTES / 1024 + " KiB");
        }
        SecretRules.check(agent.runnerConfig(), "runner_config");
        PolicyRules.check(agent.policies());
        if (!agent.policies().resourcePolicy().allowsPlugin(agent.runnerId().plugin())) {
            throw new InvalidFieldException(
                    "resource_policy.allowed_plugins",
                    "leaves out " + agent.runnerId().plugin() + ", the plugin of the agent's own runner");
        }
        return agent;
    }

    /**
     * Checks a name for people.
     *
     * @throws InvalidFieldException if it is blank, too long or more than one line
     */
    public static void checkName(String given) {
        String name = Fields.text(given, "name");
        if (name.length() > MAX_NAME || name.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidFieldException(
                    "name", "is longer than " + MAX_NAME + " characters, or more than one line");
        }
    }
}
