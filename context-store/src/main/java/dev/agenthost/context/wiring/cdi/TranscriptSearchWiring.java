package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.semanticsearch.indexing.Embedder;
import dev.agenthost.context.semanticsearch.postgres.PostgresEntryEmbeddingTaskRepository;
import dev.agenthost.context.semanticsearch.postgres.PostgresEntryVectorIndex;
import dev.agenthost.context.semanticsearch.transcript.EntryEmbeddingJob;
import dev.agenthost.context.semanticsearch.transcript.HybridTranscriptSearch;
import dev.agenthost.context.semanticsearch.transcript.SearchSettingsRepository;
import dev.agenthost.context.transcript.TranscriptSearch;
import dev.agenthost.context.transcript.postgres.PostgresTranscriptSearch;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Provides the implementations of transcript search. */
@Dependent
class TranscriptSearchWiring {
    /** Time limit of a query's vector; less than a run waits for its search. */
    private static final Duration QUERY = Duration.ofSeconds(4);
    /** Time limit of a batch's vectors, including the load of the model; a claim lasts longer. */
    private static final Duration ENTRIES = Duration.ofSeconds(120);

    private static final Duration CLAIM = Duration.ofMinutes(3);

    @Produces
    @Singleton
    TranscriptSearch searches(Pool pool, SearchSettingsRepository settings, Embedder embedder) {
        return new HybridTranscriptSearch(
                new PostgresTranscriptSearch(pool), settings, new PostgresEntryVectorIndex(pool), embedder, QUERY);
    }

    @Produces
    @Singleton
    EntryEmbeddingJob vectoring(Pool pool, Embedder embedder) {
        return new EntryEmbeddingJob(new PostgresEntryEmbeddingTaskRepository(pool, CLAIM), embedder, ENTRIES);
    }
}
