package dev.agenthost.actiongraph.result;

import dev.agenthost.actiongraph.action.ExecutorType;

/**
 * The name of a registered executor. {@code toString} is {@code tool:read}.
 *
 * @param type class of the executor
 * @param name name in its class
 */
public record ExecutorId(ExecutorType type, String name) {
    @Override
    public String toString() {
        return type.wire() + ":" + name;
    }
}
