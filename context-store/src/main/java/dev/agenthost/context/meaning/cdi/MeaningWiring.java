package dev.agenthost.context.meaning.cdi;

import dev.agenthost.context.knowledge.index.Embedder;
import dev.agenthost.context.meaning.SearchSettingsStore;
import dev.agenthost.context.meaning.SearchesByMeaning;
import dev.agenthost.context.meaning.postgres.PostgresMeaningIndex;
import dev.agenthost.context.meaning.postgres.PostgresSearchSettings;
import dev.agenthost.context.meaning.work.EntryVectoring;
import dev.agenthost.context.meaning.work.postgres.PostgresEntryWork;
import dev.agenthost.context.search.Searches;
import dev.agenthost.context.search.postgres.PostgresSearches;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Which technology stands behind searches of transcripts. */
@Dependent
class MeaningWiring {
    /** Less than a run waits for its search. */
    private static final Duration QUERY = Duration.ofSeconds(4);
    /** The model may have to be loaded first; a claim holds longer. */
    private static final Duration ENTRIES = Duration.ofSeconds(120);

    private static final Duration CLAIM = Duration.ofMinutes(3);

    @Produces
    @Singleton
    SearchSettingsStore searchSettings(Pool pool) {
        return new PostgresSearchSettings(pool);
    }

    @Produces
    @Singleton
    Searches searches(Pool pool, SearchSettingsStore settings, Embedder embedder) {
        return new SearchesByMeaning(
                new PostgresSearches(pool), settings, new PostgresMeaningIndex(pool), embedder, QUERY);
    }

    @Produces
    @Singleton
    EntryVectoring vectoring(Pool pool, Embedder embedder) {
        return new EntryVectoring(new PostgresEntryWork(pool, CLAIM), embedder, ENTRIES);
    }
}
