package dev.agenthost.orchestrator.tool;

import io.smallrye.mutiny.Uni;

/** Somebody who offers tools. Never blocks; neither answer ever fails. */
public interface ToolSource {
    /** Whether a tool of this id is its own: {@code server/tool} is a server's, a bare name one of the host's. */
    boolean owns(String toolId);

    /** What a run that begins now may be granted of it, quickly: what cannot be said in time is absent. Asked once for each run. */
    Uni<ToolSelection> find(ToolQuery question);

    /** Calls it once, never again by itself. Giving the answer up ends the call. */
    Uni<ToolOutcome> call(ToolInvocation asking);
}
