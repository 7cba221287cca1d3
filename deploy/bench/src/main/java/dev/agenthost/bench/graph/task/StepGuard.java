package dev.agenthost.bench.graph.task;

/**
 * The condition of a step: the output of another step has this value of {@code high}.
 *
 * @param step id of the other step
 */
public record StepGuard(String step, boolean high) {}
