package dev.agenthost.orchestrator.runner;

import dev.agenthost.protocol.runner.KnownRunner;

/**
 * A runner as its connections say it is.
 *
 * @param fingerprint of what they say: while it is the same, there is nothing to read again
 */
public record RunnerDirectoryEntry(KnownRunner runner, String fingerprint) {}
