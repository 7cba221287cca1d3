package dev.agenthost.orchestrator.result;

import dev.agenthost.protocol.failure.FailureCode;

/**
 * A result that would have changed something, and does not.
 *
 * @param type {@code state.updated} or {@code artifact.created}
 * @param why for operators; quotes nothing that was said
 */
public record Dropped(String type, FailureCode code, String why) {}
