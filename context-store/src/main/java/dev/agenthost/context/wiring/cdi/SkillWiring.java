package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.file.FileRepository;
import dev.agenthost.context.run.GrantedFacts;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBaseRepository;
import dev.agenthost.context.skill.SkillRepository;
import dev.agenthost.context.skill.postgres.PostgresSkillRepository;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Provides the implementation of the skill port, and the facts of what runs were granted. */
@Dependent
class SkillWiring {
    @Produces
    @Singleton
    SkillRepository skills(Pool pool, SkillSettings settings) {
        return new PostgresSkillRepository(pool, settings.quota());
    }

    @Produces
    @Singleton
    GrantedFacts facts(FileRepository files, SkillRepository skills, KnowledgeBaseRepository bases) {
        return new GrantedFacts(files, skills, bases);
    }
}
