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
    private static final String CLAIM = """
            select claim_id, document, revision, mime_type, chunk_size, chunk_overlap, claims, room, o_workspace, o_model
            from context.claim_model_knowledge_v1($1, $2)
            """;
    private static final String MEND = """
            update context.knowledge_documents d
            set status = 'pending', reason = null, claim_id = null, due_at = clock_timestamp(), claims = 0, revision = d.revision + 1
            from context.knowledge_bases b
            join context.knowledge_models m on m.workspace_id = b.workspace_id and m.model_id = b.embedding_model and not m.gone
            where b.embedding_model is not null and d.kb = b.kb and d.status = 'indexed' and d.embedded_by is distinct from m.vectors
            """;
    /** Half a minute, then twice as long each time, up to five. */
    private static final String REST = """
            update context.knowledge_models
            set troubles = least(troubles + 1, 10),
                rest_until = clock_timestamp() + make_interval(secs => least(30 * power(2, troubles), 300))
            where workspace_id = $1 and model_id = $2 and revision = $3
            """;

    private static final String WELL = """
            update context.knowledge_models set troubles = 0
            where workspace_id = $1 and model_id = $2 and revision = $3 and troubles > 0
            """;
    private static final double MILLIS = 1000;

    private final Pool pool;
    private final double term;
    private final KnowledgeQuota quota;

    /** @param term how long a claim holds that is not heard of */
    public PostgresModelTaskRepository(Pool pool, Duration term, KnowledgeQuota quota) {
        this.pool = pool;
        this.term = term.toMillis() / MILLIS;
        this.quota = quota;
    }

    @Override
    public Uni<Optional<Claimed>> claim() {
        return pool.preparedQuery(CLAIM)
                .execute(Tuple.of(term, quota.chunks()))
                .map(rows -> rows.size() == 0
                        ? Optional.empty()
                        : Optional.of(claimed(rows.iterator().next())));
    }

    private static Claimed claimed(Row row) {
        return new Claimed(PostgresIndexingTaskRepository.claim(row), row.getString(8), row.getString(9));
    }

    @Override
    public Uni<Void> mend() {
        return pool.query(MEND).execute().replaceWithVoid();
    }

    @Override
    public Uni<Void> rest(EmbeddingModel model) {
        return of(REST, model);
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
