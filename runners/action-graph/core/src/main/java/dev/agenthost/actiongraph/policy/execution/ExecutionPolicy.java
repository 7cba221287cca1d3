package dev.agenthost.actiongraph.policy.execution;

/**
 * The execution of a graph.
 *
 * @param mode its lifetime; follows {@code persist} where it is not declared
 * @param strategy the order of its actions
 */
public record ExecutionPolicy(ExecutionMode mode, ExecutionStrategy strategy) {
    /** The policy of a declaration without {@code execution}. */
    public static ExecutionPolicy standard(boolean persist) {
        return new ExecutionPolicy(persist ? ExecutionMode.DURABLE : ExecutionMode.EPHEMERAL, ExecutionStrategy.DAG);
    }
}
