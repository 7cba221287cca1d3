package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.protocol.id.RunId;

/**
 * A message that a call took in.
 *
 * @param runId of the run that brought it
 * @param redelivered whether an attempt before this one, which is gone, had taken it in and not given it back
 */
public record SteeredMessage(RunId runId, boolean redelivered) {}
