package dev.agenthost.context.common;

import java.util.UUID;

/**
 * Who wants to write: an attempt of a run, once.
 *
 * @param operationId the same one again does nothing and answers the same
 */
public record WriteClaim(String workspaceId, UUID runId, int attempt, String operationId) {}
