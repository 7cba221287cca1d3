package dev.agenthost.binding.wiring.cdi;

import dev.agenthost.binding.bot.Bot;
import dev.agenthost.binding.bot.postgres.BotTable;
import dev.agenthost.binding.catalog.Agent;
import dev.agenthost.binding.catalog.Binding;
import dev.agenthost.binding.catalog.BindingCache;
import dev.agenthost.binding.catalog.BindingChangeRepository;
import dev.agenthost.binding.catalog.RunnerCatalog;
import dev.agenthost.binding.catalog.postgres.AgentTable;
import dev.agenthost.binding.catalog.postgres.BindingTable;
import dev.agenthost.binding.langbot.LangBotImporter;
import dev.agenthost.binding.publication.postgres.PostgresOutboxRepository;
import dev.agenthost.binding.schedule.Schedule;
import dev.agenthost.binding.schedule.postgres.ScheduleTable;
import dev.agenthost.platform.kafka.AppliedOffsetRepository;
import dev.agenthost.platform.kafka.postgres.PostgresAppliedOffsetRepository;
import dev.agenthost.platform.postgres.ChangeJournal;
import dev.agenthost.platform.postgres.ChangeSteps;
import dev.agenthost.platform.postgres.PostgresVersionedRepository;
import dev.agenthost.platform.rest.VersionedRepository;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.InstantSource;

/** Produces the beans of classes without annotations. */
class BindingWiring {
    private BindingWiring() {}

    @Produces
    @Singleton
    static BindingCache currentBindings(BindingChangeRepository source) {
        return new BindingCache(source);
    }

    @Produces
    @Singleton
    static VersionedRepository<Agent> agents(Pool pool, ChangeJournal journal) {
        return new PostgresVersionedRepository<>(pool, AgentTable.TABLE, journal, new AgentTable());
    }

    @Produces
    @Singleton
    static VersionedRepository<Binding> bindings(Pool pool, ChangeJournal journal) {
        return new PostgresVersionedRepository<>(pool, BindingTable.TABLE, journal, new BindingTable());
    }

    @Produces
    @Singleton
    static VersionedRepository<Bot> bots(Pool pool, ChangeJournal journal, PostgresOutboxRepository outbox) {
        return new PostgresVersionedRepository<>(
                pool, BotTable.TABLE, journal, new BotTable(outbox, InstantSource.system()));
    }

    @Produces
    @Singleton
    static VersionedRepository<Schedule> schedules(Pool pool, ChangeJournal journal) {
        return new PostgresVersionedRepository<>(
                pool, ScheduleTable.table(InstantSource.system()), journal, new ChangeSteps<>() {});
    }

    @Produces
    @Singleton
    static AppliedOffsetRepository appliedOffsets(Pool pool) {
        return new PostgresAppliedOffsetRepository(pool, "bindings");
    }

    @Produces
    @Singleton
    static LangBotImporter langBotImporter(
            VersionedRepository<Agent> agents, VersionedRepository<Binding> bindings, RunnerCatalog runners) {
        return new LangBotImporter(agents, bindings, runners);
    }
}
