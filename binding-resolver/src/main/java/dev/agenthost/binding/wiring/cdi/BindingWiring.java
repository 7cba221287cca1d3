package dev.agenthost.binding.wiring.cdi;

import dev.agenthost.binding.catalog.Agent;
import dev.agenthost.binding.catalog.Binding;
import dev.agenthost.binding.catalog.BindingCache;
import dev.agenthost.binding.catalog.BindingChangeRepository;
import dev.agenthost.binding.catalog.ChangeJournal;
import dev.agenthost.binding.catalog.DefinitionRepository;
import dev.agenthost.binding.catalog.RunnerCatalog;
import dev.agenthost.binding.catalog.postgres.AgentRowRepository;
import dev.agenthost.binding.catalog.postgres.BindingRowRepository;
import dev.agenthost.binding.catalog.postgres.PostgresDefinitionRepository;
import dev.agenthost.binding.langbot.LangBotImporter;
import dev.agenthost.platform.kafka.AppliedOffsetRepository;
import dev.agenthost.platform.kafka.postgres.PostgresAppliedOffsetRepository;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Makes the beans of what knows of no container. */
class BindingWiring {
    private BindingWiring() {}

    @Produces
    @Singleton
    static BindingCache currentBindings(BindingChangeRepository source) {
        return new BindingCache(source);
    }

    @Produces
    @Singleton
    static DefinitionRepository<Agent> agents(ChangeJournal journal) {
        return new PostgresDefinitionRepository<>(journal, new AgentRowRepository());
    }

    @Produces
    @Singleton
    static DefinitionRepository<Binding> bindings(ChangeJournal journal) {
        return new PostgresDefinitionRepository<>(journal, new BindingRowRepository());
    }

    @Produces
    @Singleton
    static AppliedOffsetRepository appliedOffsets(Pool pool) {
        return new PostgresAppliedOffsetRepository(pool, "bindings");
    }

    @Produces
    @Singleton
    static LangBotImporter langBotImporter(
            DefinitionRepository<Agent> agents, DefinitionRepository<Binding> bindings, RunnerCatalog runners) {
        return new LangBotImporter(agents, bindings, runners);
    }
}
