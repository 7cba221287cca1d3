package dev.agenthost.context.skill.cdi;

import dev.agenthost.context.file.FileStore;
import dev.agenthost.context.knowledge.KnowledgeBases;
import dev.agenthost.context.skill.SkillStore;
import dev.agenthost.context.skill.postgres.PostgresSkillStore;
import dev.agenthost.context.start.GrantedFacts;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Which technology stands behind the port of skills, and what runs are told of what they were granted. */
@Dependent
class SkillWiring {
    @Produces
    @Singleton
    SkillStore skills(Pool pool, SkillSettings settings) {
        return new PostgresSkillStore(pool, settings.quota());
    }

    @Produces
    @Singleton
    GrantedFacts facts(FileStore files, SkillStore skills, KnowledgeBases bases) {
        return new GrantedFacts(files, skills, bases);
    }
}
