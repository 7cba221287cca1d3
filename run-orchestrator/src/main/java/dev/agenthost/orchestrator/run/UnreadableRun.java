package dev.agenthost.orchestrator.run;

/**
 * A run of the repository whose stored resolution cannot be read any more.
 *
 * @param runnerId the runner whose slot it holds or waits for
 */
public record UnreadableRun(RunKey key, String conversationKey, String runnerId, RunState state, String traceId) {}
