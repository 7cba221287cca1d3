package dev.agenthost.orchestrator.tool;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/** Looks at what a server offers. Never blocks, never fails. */
public interface McpServerProbe {
    Uni<Offer> look(McpServer server, Duration limit);

    /** What a server says of its tools. */
    sealed interface Offer {
        /** @param refused tools that it has and that cannot be used, and why */
        record Tools(List<ToolDescriptor> tools, List<ToolSelection.Absent> refused) implements Offer {}

        /** @param why for the people who configure it */
        record Away(String why) implements Offer {}
    }
}
