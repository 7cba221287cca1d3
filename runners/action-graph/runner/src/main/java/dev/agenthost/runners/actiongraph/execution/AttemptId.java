package dev.agenthost.runners.actiongraph.execution;

/**
 * One attempt of an action.
 *
 * @param iteration number of the iteration, from 0
 * @param attempt number of the attempt of this iteration, from 1
 */
record AttemptId(String actionId, int iteration, int attempt) {}
