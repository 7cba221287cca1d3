package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.context.http.HttpContextStore;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.hostapi.outbound.SkillTools;
import dev.agenthost.orchestrator.hostapi.outbound.ToolCalls;
import dev.agenthost.orchestrator.metrics.ToolMetrics;
import dev.agenthost.orchestrator.run.RunOwnership;
import dev.agenthost.orchestrator.tool.CompositeToolSource;
import dev.agenthost.orchestrator.tool.StdioCommands;
import dev.agenthost.orchestrator.tool.mcp.McpClients;
import dev.agenthost.orchestrator.tool.mcp.McpTools;
import dev.agenthost.orchestrator.tool.mcp.StdioPrograms;
import dev.agenthost.orchestrator.tool.networknt.JsonSchemaArgumentValidator;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import dev.agenthost.platform.security.Secrets;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;

/** Wires the tools. */
@Singleton
final class ToolWiring {
    private static final long HALF_A_MINUTE = 30_000;

    @Produces
    @Singleton
    StdioCommands commands(ToolSettings settings) {
        return settings.commands();
    }

    @Produces
    @Singleton
    StdioPrograms programs(StdioCommands commands, ToolSettings settings, Secrets secrets) {
        return new StdioPrograms(commands, secrets, settings.maxProcesses(), settings.maxProcessesPerWorkspace());
    }

    void close(@Disposes StdioPrograms programs) {
        programs.close();
    }

    @Produces
    @Singleton
    McpClients clients(EgressClient outbound, StdioPrograms programs, Secrets secrets) {
        return new McpClients(outbound, programs, secrets, System::nanoTime);
    }

    void close(@Disposes McpClients clients) {
        clients.close();
    }

    /** Returns the tool sources, the host's own first: its tools count first against the limits of a run. */
    @Produces
    @Singleton
    CompositeToolSource toolSource(McpTools mcp, HttpContextStore memory, WorkspaceRateLimiter limits) {
        return new CompositeToolSource(List.of(new SkillTools(memory, limits), mcp));
    }

    @Produces
    @Singleton
    ToolCalls toolCalls(
            CompositeToolSource toolSource,
            HttpContextStore memory,
            WorkspaceRateLimiter limits,
            RunOwnership ownership,
            MeterRegistry registry,
            MetricNamespace stage) {
        return new ToolCalls(
                toolSource,
                new JsonSchemaArgumentValidator(),
                memory,
                limits,
                ownership,
                new ToolMetrics(registry, stage),
                System::nanoTime);
    }

    void started(@Observes StartupEvent event, Vertx vertx, McpClients clients) {
        vertx.setPeriodic(HALF_A_MINUTE, timer -> clients.tick());
    }
}
