package dev.agenthost.orchestrator.tool;

import io.smallrye.mutiny.Uni;

/** A source of tools. Never blocks; neither {@code Uni} fails. */
public interface ToolSource {
    /** Returns true if this source has the tool id: {@code server/tool} belongs to a server, a bare name to the host. */
    boolean owns(String toolId);

    /**
     * Selects the tools that may be granted to a run that begins now. A tool whose source does not respond in time is absent. Called once for each run.
     */
    Uni<ToolSelection> find(ToolQuery query);

    /** Calls the tool once, without a retry. Cancelling the {@code Uni} ends the call. */
    Uni<ToolOutcome> call(ToolInvocation invocation);
}
