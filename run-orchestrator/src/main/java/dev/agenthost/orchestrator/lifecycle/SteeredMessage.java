package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.protocol.id.RunId;

/**
 * A message that a call received.
 *
 * @param runId the run of the message
 * @param redelivered true if an earlier attempt, now ended, received the message and did not return it
 */
public record SteeredMessage(RunId runId, boolean redelivered) {}
