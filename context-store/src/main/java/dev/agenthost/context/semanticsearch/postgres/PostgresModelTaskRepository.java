package dev.agenthost.context.semanticsearch.postgres;

import dev.agenthost.context.semanticsearch.embedding.EmbeddingModel;
import dev.agenthost.context.semanticsearch.embedding.ModelTaskRepository;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeQuota;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.Optional;

/** {@link ModelTaskRepository} in the tables of documents and models. */
public final class PostgresModelTaskRepository implements ModelTaskRepository {
    /** Serialises claims, so that each sees the previous one. */
    private static final String LOCK =
            "select pg_advisory_xact_lock(hashtextextended('context.claim_model_knowledge', 0))";
    /**
     * The document of a base with a model that is enabled, not resting, and at work on no other document; of the workspace whose turn was
     * longest ago.
     */
    private static final String CLAIM = """
            with ready as materialized (
                select b.kb, b.workspace_id, b.embedding_model, b.chunk_size, b.chunk_overlap, t.served_at
                from context.knowledge_bases b
                join context.knowledge_models m on m.workspace_id = b.workspace_id and m.model_id = b.embedding_model
                left join context.knowledge_turns t on t.workspace_id = b.workspace_id
                where b.embedding_model is not null and m.enabled and not m.deleted and m.paused_until <= clock_timestamp()
                    and not %s),
            selected as materialized (
                select d.document, r.workspace_id, r.embedding_model, r.chunk_size, r.chunk_overlap
                from ready r join context.knowledge_documents d on d.kb = r.kb
                where d.status = 'pending' and d.due_at <= clock_timestamp()
                order by r.served_at nulls first, d.due_at limit 1 for update of d skip locked),
            """.formatted(PostgresIndexingTaskRepository.modelAtWork("b"))
            + PostgresIndexingTaskRepository.CLAIM_SELECTED;

    private static final String REPAIR = """
            update context.knowledge_documents d
            set status = 'pending', reason = null, claim_id = null, due_at = clock_timestamp(), claims = 0, revision = d.revision + 1
            from context.knowledge_bases b
            join context.knowledge_models m on m.workspace_id = b.workspace_id and m.model_id = b.embedding_model and not m.deleted
            where b.embedding_model is not null and d.kb = b.kb and d.status = 'indexed' and d.embedded_by is distinct from m.vectors
            """;
    /** Half a minute, doubled each time, up to five minutes. */
    private static final String PAUSE = """
            update context.knowledge_models
            set failures = least(failures + 1, 10),
                paused_until = clock_timestamp() + make_interval(secs => least(30 * power(2, failures), 300))
            where workspace_id = $1 and model_id = $2 and revision = $3
            """;

    private static final String WELL = """
            update context.knowledge_models set failures = 0
            where workspace_id = $1 and model_id = $2 and revision = $3 and failures > 0
            """;
    private static final double MILLIS = 1000;

    private final Pool pool;
    private final double term;
    private final KnowledgeQuota quota;

    /** @param term lifetime of a claim that is not extended */
    public PostgresModelTaskRepository(Pool pool, Duration term, KnowledgeQuota quota) {
        this.pool = pool;
        this.term = term.toMillis() / MILLIS;
        this.quota = quota;
    }

    @Override
    public Uni<Optional<Claimed>> claim() {
        return pool.withTransaction(
                        connection -> connection.query(LOCK).execute().chain(() -> connection
                                .preparedQuery(CLAIM)
                                .execute(Tuple.of(term, quota.chunks()))))
                .map(rows -> rows.size() == 0
                        ? Optional.empty()
                        : Optional.of(claimed(rows.iterator().next())));
    }

    private static Claimed claimed(Row row) {
        return new Claimed(PostgresIndexingTaskRepository.claim(row), row.getString(8), row.getString(9));
    }

    @Override
    public Uni<Void> repair() {
        return pool.query(REPAIR).execute().replaceWithVoid();
    }

    @Override
    public Uni<Void> pauseModel(EmbeddingModel model) {
        return of(PAUSE, model);
    }

    @Override
    public Uni<Void> well(EmbeddingModel model) {
        return of(WELL, model);
    }

    private Uni<Void> of(String statement, EmbeddingModel model) {
        return pool.preparedQuery(statement)
                .execute(Tuple.of(model.workspaceId(), model.modelId(), model.revision()))
                .replaceWithVoid();
    }
}
