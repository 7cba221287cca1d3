package dev.agenthost.orchestrator.run;

import org.jspecify.annotations.Nullable;

/**
 * Runs of a workspace, newest first.
 *
 * @param before null for the newest
 * @param limit the most runs of the page
 */
public record RunListQuery(
        String workspaceId, RunFilter filter, @Nullable RunCursor before, int limit) {}
