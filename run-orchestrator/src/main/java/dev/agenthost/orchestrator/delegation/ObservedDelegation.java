package dev.agenthost.orchestrator.delegation;

import dev.agenthost.protocol.run.RunUsage;
import java.time.Instant;

/** A delegation as its delegating run sees it: the time at which it was stored, and the used part of its task. */
public record ObservedDelegation(Instant delegatedAt, RunUsage usage) {}
