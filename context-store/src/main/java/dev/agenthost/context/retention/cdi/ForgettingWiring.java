package dev.agenthost.context.retention.cdi;

import dev.agenthost.context.artifact.cdi.ArtifactSettings;
import dev.agenthost.context.erasure.Erasures;
import dev.agenthost.context.erasure.postgres.PostgresErasures;
import dev.agenthost.context.export.Exports;
import dev.agenthost.context.export.postgres.PostgresExports;
import dev.agenthost.context.rebuild.Rebuilds;
import dev.agenthost.context.rebuild.postgres.PostgresRebuilds;
import dev.agenthost.context.retention.Kept;
import dev.agenthost.context.retention.RetentionRules;
import dev.agenthost.context.retention.Retentions;
import dev.agenthost.context.retention.postgres.PostgresRetentions;
import dev.agenthost.context.search.Analysis;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Which technology stands behind what forgets, hands out and makes again. */
@Dependent
class ForgettingWiring {
    @Produces
    @Singleton
    Erasures erasures(Pool pool) {
        return new PostgresErasures(pool);
    }

    @Produces
    @Singleton
    Exports exports(Pool pool) {
        return new PostgresExports(pool);
    }

    @Produces
    @Singleton
    Rebuilds rebuilds(Pool pool, Analysis analysis) {
        return new PostgresRebuilds(pool, analysis);
    }

    @Produces
    @Singleton
    RetentionRules rules(RetentionSettings settings, ArtifactSettings artifacts) {
        int usual = Math.toIntExact(Math.max(1, artifacts.ttl().toDays()));
        return new RetentionRules(
                settings.conversations().kept(),
                settings.audit().kept(),
                new Kept(usual, Math.max(usual, settings.artifacts().most())),
                settings.state().kept(),
                new Kept(settings.raw().days(), settings.raw().most()));
    }

    @Produces
    @Singleton
    Retentions retentions(Pool pool, RetentionRules rules) {
        return new PostgresRetentions(pool, rules);
    }
}
