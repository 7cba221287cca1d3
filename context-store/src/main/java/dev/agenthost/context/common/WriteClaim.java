package dev.agenthost.context.common;

import java.util.UUID;

/**
 * Identifies a write: one operation of one attempt of a run.
 *
 * @param operationId a write with the same id changes nothing and gets the same answer
 */
public record WriteClaim(String workspaceId, UUID runId, int attempt, String operationId) {}
