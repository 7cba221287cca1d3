package dev.agenthost.orchestrator.result;

import dev.agenthost.protocol.error.FailureCode;

/**
 * A result whose effect was dropped.
 *
 * @param type {@code state.updated} or {@code artifact.created}
 * @param why reason for operators; quotes no text of the run
 */
public record DroppedEffect(String type, FailureCode code, String why) {}
