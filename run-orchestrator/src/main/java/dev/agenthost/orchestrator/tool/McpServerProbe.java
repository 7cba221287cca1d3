package dev.agenthost.orchestrator.tool;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/** Asks a server for its tools. Never blocks, never fails. */
public interface McpServerProbe {
    Uni<Offer> look(McpServer server, Duration limit);

    /** The tools that a server offers. */
    sealed interface Offer {
        /** @param refused the unusable tools of the server, with the reasons */
        record Tools(List<ToolDescriptor> tools, List<ToolSelection.Absent> refused) implements Offer {}

        /** @param why for the people who configure it */
        record Away(String why) implements Offer {}
    }
}
