package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.context.http.HttpRunMemory;
import dev.agenthost.orchestrator.drive.Ownership;
import dev.agenthost.orchestrator.hostapi.ToolCalls;
import dev.agenthost.orchestrator.tool.ToolShelf;
import dev.agenthost.orchestrator.tool.metrics.CountedTools;
import dev.agenthost.orchestrator.tool.networknt.SchemaArguments;
import dev.agenthost.watch.metrics.Stage;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;

/** Tools, put together. */
@Singleton
final class ToolWiring {
    /** Whoever offers tools is named here. */
    @Produces
    @Singleton
    ToolShelf shelf() {
        return new ToolShelf(List.of());
    }

    @Produces
    @Singleton
    ToolCalls toolCalls(
            ToolShelf shelf, HttpRunMemory memory, Ownership ownership, MeterRegistry registry, Stage stage) {
        return new ToolCalls(
                shelf, new SchemaArguments(), memory, ownership, new CountedTools(registry, stage), System::nanoTime);
    }
}
