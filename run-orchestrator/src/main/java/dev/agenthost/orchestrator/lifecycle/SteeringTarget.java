package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.run.RunKey;

/** The attempt of a run that receives steered messages. */
public record SteeringTarget(RunKey key, int attempt, String conversationKey) {}
