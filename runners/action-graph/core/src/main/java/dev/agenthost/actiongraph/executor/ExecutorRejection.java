package dev.agenthost.actiongraph.executor;

/**
 * An executor that was not chosen.
 *
 * @param name its name
 * @param reason the reason, in words
 */
public record ExecutorRejection(String name, String reason) {}
