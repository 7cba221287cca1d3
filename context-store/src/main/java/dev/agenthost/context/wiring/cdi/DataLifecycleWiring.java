package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.datalifecycle.ErasureRepository;
import dev.agenthost.context.datalifecycle.ExportRepository;
import dev.agenthost.context.datalifecycle.RebuildRepository;
import dev.agenthost.context.datalifecycle.RetentionLimit;
import dev.agenthost.context.datalifecycle.RetentionRepository;
import dev.agenthost.context.datalifecycle.RetentionRules;
import dev.agenthost.context.datalifecycle.postgres.PostgresErasureRepository;
import dev.agenthost.context.datalifecycle.postgres.PostgresExportRepository;
import dev.agenthost.context.datalifecycle.postgres.PostgresRebuildRepository;
import dev.agenthost.context.datalifecycle.postgres.PostgresRetentionRepository;
import dev.agenthost.context.transcript.Analysis;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Provides the implementations of erasure, export, rebuild and retention. */
@Dependent
class DataLifecycleWiring {
    @Produces
    @Singleton
    ErasureRepository erasures(Pool pool) {
        return new PostgresErasureRepository(pool);
    }

    @Produces
    @Singleton
    ExportRepository exports(Pool pool) {
        return new PostgresExportRepository(pool);
    }

    @Produces
    @Singleton
    RebuildRepository rebuilds(Pool pool, Analysis analysis) {
        return new PostgresRebuildRepository(pool, analysis);
    }

    @Produces
    @Singleton
    RetentionRules rules(RetentionSettings settings, ArtifactSettings artifacts) {
        int defaultDays = Math.toIntExact(Math.max(1, artifacts.ttl().toDays()));
        return new RetentionRules(
                settings.conversations().limit(),
                settings.audit().limit(),
                new RetentionLimit(
                        defaultDays, Math.max(defaultDays, settings.artifacts().maxDays())),
                settings.state().limit(),
                new RetentionLimit(
                        settings.rawPayloads().days(), settings.rawPayloads().maxDays()));
    }

    @Produces
    @Singleton
    RetentionRepository retentions(Pool pool, RetentionRules rules) {
        return new PostgresRetentionRepository(pool, rules);
    }
}
