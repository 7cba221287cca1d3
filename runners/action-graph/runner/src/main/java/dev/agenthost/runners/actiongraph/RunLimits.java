package dev.agenthost.runners.actiongraph;

/**
 * The bounds of one request, over all runs that continue one another.
 *
 * @param turns most outputs of the model; the last one has to be an answer
 * @param actions most calls of executors, retries and the calls of delegated runs included
 * @param tokens most tokens of model calls, those of delegated runs included
 * @param parallel most actions that run at a time
 * @param seconds longest time during which actions start, in seconds
 * @param waitSeconds longest wait for agents and timers in which nothing else runs, in seconds
 * @param protocolErrors most broken outputs in a row that the model may correct
 */
public record RunLimits(
        int turns, int actions, int tokens, int parallel, int seconds, int waitSeconds, int protocolErrors) {}
