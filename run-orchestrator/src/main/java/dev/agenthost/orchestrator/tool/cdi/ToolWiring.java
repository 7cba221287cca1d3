package dev.agenthost.orchestrator.tool.cdi;

import dev.agenthost.door.secret.Secrets;
import dev.agenthost.egress.http.Outbound;
import dev.agenthost.orchestrator.catalogue.Catalogue;
import dev.agenthost.orchestrator.context.http.HttpRunMemory;
import dev.agenthost.orchestrator.drive.Ownership;
import dev.agenthost.orchestrator.hostapi.out.ToolCalls;
import dev.agenthost.orchestrator.rate.WorkspaceLimits;
import dev.agenthost.orchestrator.skill.SkillTools;
import dev.agenthost.orchestrator.tool.ToolShelf;
import dev.agenthost.orchestrator.tool.mcp.McpClients;
import dev.agenthost.orchestrator.tool.mcp.McpTools;
import dev.agenthost.orchestrator.tool.mcp.stdio.StdioPrograms;
import dev.agenthost.orchestrator.tool.metrics.CountedTools;
import dev.agenthost.orchestrator.tool.networknt.SchemaArguments;
import dev.agenthost.orchestrator.tool.postgres.PostgresMcpServers;
import dev.agenthost.orchestrator.tool.server.McpServer;
import dev.agenthost.orchestrator.tool.server.StdioCommands;
import dev.agenthost.watch.metrics.Stage;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;

/** Tools, put together. */
@Singleton
final class ToolWiring {
    private static final long HALF_A_MINUTE = 30_000;

    @Produces
    @Singleton
    Catalogue<McpServer> catalogue(Pool pool) {
        return PostgresMcpServers.in(pool);
    }

    @Produces
    @Singleton
    StdioCommands commands(ToolSettings settings) {
        return settings.commands();
    }

    @Produces
    @Singleton
    StdioPrograms programs(StdioCommands commands, ToolSettings settings, Secrets secrets) {
        return new StdioPrograms(commands, secrets, settings.processes(), settings.processesOfOneWorkspace());
    }

    void close(@Disposes StdioPrograms programs) {
        programs.close();
    }

    @Produces
    @Singleton
    McpClients clients(Outbound outbound, StdioPrograms programs, Secrets secrets) {
        return new McpClients(outbound, programs, secrets, System::nanoTime);
    }

    void close(@Disposes McpClients clients) {
        clients.close();
    }

    @Produces
    @Singleton
    McpTools mcp(Catalogue<McpServer> catalogue, McpClients clients) {
        return new McpTools(catalogue, clients);
    }

    /** Whoever offers tools is named here, the host's own first: of what a run may be told they come before strangers'. */
    @Produces
    @Singleton
    ToolShelf shelf(McpTools mcp, HttpRunMemory memory, WorkspaceLimits limits) {
        return new ToolShelf(List.of(new SkillTools(memory, limits), mcp));
    }

    @Produces
    @Singleton
    ToolCalls toolCalls(
            ToolShelf shelf,
            HttpRunMemory memory,
            WorkspaceLimits limits,
            Ownership ownership,
            MeterRegistry registry,
            Stage stage) {
        return new ToolCalls(
                shelf,
                new SchemaArguments(),
                memory,
                limits,
                ownership,
                new CountedTools(registry, stage),
                System::nanoTime);
    }

    void started(@Observes StartupEvent event, Vertx vertx, McpClients clients) {
        vertx.setPeriodic(HALF_A_MINUTE, timer -> clients.tick());
    }
}
