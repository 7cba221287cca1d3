package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.model.Model;
import dev.agenthost.orchestrator.model.postgres.ModelTable;
import dev.agenthost.orchestrator.tool.McpServer;
import dev.agenthost.orchestrator.tool.postgres.McpServerTable;
import dev.agenthost.platform.postgres.ChangeJournal;
import dev.agenthost.platform.postgres.ChangeSteps;
import dev.agenthost.platform.postgres.PostgresVersionedRepository;
import dev.agenthost.platform.rest.VersionedRepository;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Provides the models and the MCP servers of workspaces. */
@Singleton
final class CatalogueWiring {

    @Produces
    @Singleton
    VersionedRepository<Model> models(Pool pool, ChangeJournal journal) {
        return new PostgresVersionedRepository<>(pool, ModelTable.TABLE, journal, new ChangeSteps<>() {});
    }

    @Produces
    @Singleton
    VersionedRepository<McpServer> mcpServers(Pool pool, ChangeJournal journal) {
        return new PostgresVersionedRepository<>(pool, McpServerTable.TABLE, journal, new ChangeSteps<>() {});
    }
}
