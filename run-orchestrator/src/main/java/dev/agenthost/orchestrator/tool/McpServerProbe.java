package dev.agenthost.orchestrator.tool;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/** Requests the tools of a server. Never blocks, never fails. */
public interface McpServerProbe {
    Uni<Offer> listTools(McpServer server, Duration limit);

    /** The tools that a server offers. */
    sealed interface Offer {
        /** @param refused the unusable tools of the server, with the reasons */
        record Tools(List<ToolDescriptor> tools, List<ToolSelection.Absent> refused) implements Offer {}

        /** @param why the reason, for operators */
        record Unavailable(String why) implements Offer {}
    }
}
