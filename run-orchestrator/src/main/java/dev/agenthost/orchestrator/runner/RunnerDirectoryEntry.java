package dev.agenthost.orchestrator.runner;

import dev.agenthost.protocol.runner.KnownRunner;

/**
 * A runner as described by its connections.
 *
 * @param fingerprint the digest of the description; an equal one need not be read again
 */
public record RunnerDirectoryEntry(KnownRunner runner, String fingerprint) {}
