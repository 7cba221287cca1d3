package dev.agenthost.runners.actiongraph.execution;

/**
 * One attempt of an action.
 *
 * @param iteration from 0
 * @param attempt from 1; 0 before the first attempt of an iteration
 */
public record AttemptId(String actionId, int iteration, int attempt) {}
