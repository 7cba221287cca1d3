package dev.agenthost.context.semanticsearch.postgres;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.semanticsearch.embedding.EmbeddingModel;
import dev.agenthost.context.semanticsearch.embedding.EmbeddingModelRepository;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelChange;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link EmbeddingModelRepository} in a table. */
@Singleton
public final class PostgresEmbeddingModelRepository implements EmbeddingModelRepository {
    /** Serialises the writers of a model, also before its row exists. */
    private static final String LOCK =
            "select pg_advisory_xact_lock(hashtextextended('context.knowledge_model/' || $1::text || '/' || $2::text, 0))";

    private static final String KNOWN = """
            select revision, vectors from context.knowledge_models where workspace_id = $1 and model_id = $2 for update
            """;
    private static final String WRITE = """
            insert into context.knowledge_models as m
                (workspace_id, model_id, revision, deleted, enabled, vectors, base_url, model, api_key_ref, extra_args, dimensions)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text::jsonb, $11)
            on conflict (workspace_id, model_id) do update set
                revision = excluded.revision, deleted = excluded.deleted, enabled = excluded.enabled, vectors = excluded.vectors,
                base_url = excluded.base_url, model = excluded.model, api_key_ref = excluded.api_key_ref,
                extra_args = excluded.extra_args,
                dimensions = case when m.vectors = excluded.vectors
                    then coalesce(excluded.dimensions, m.dimensions) else excluded.dimensions end,
                failures = 0, paused_until = excluded.paused_until, described_at = excluded.described_at
            """;
    /** Locks bases before their documents, as every transaction does. */
    private static final String LOCK_BASES = """
            select kb from context.knowledge_bases where workspace_id = $1 and embedding_model = $2 order by kb for no key update
            """;
    /** Ends the claims of documents whose vectors changed, so that they are indexed again. */
    private static final String REINDEX = """
            update context.knowledge_documents d
            set status = 'pending', reason = null, claim_id = null, due_at = clock_timestamp(),
                claims = case when d.status = 'pending' then d.claims else 0 end,
                revision = case when d.status = 'indexed' then d.revision + 1 else d.revision end
            from context.knowledge_bases b
            where b.workspace_id = $1 and b.embedding_model = $2 and d.kb = b.kb
                and (d.status = 'indexed' and d.embedded_by is distinct from $3
                    or d.status <> 'indexed' and $4::text is distinct from $3
                    or d.status = 'pending' and d.claim_id is null)
            """;

    private static final String FORGET = """
            delete from context.knowledge_models o where (o.workspace_id, o.model_id) in (
                select g.workspace_id, g.model_id from context.knowledge_models g
                where g.deleted and g.described_at < clock_timestamp() - interval '30 days' order by g.described_at limit 100 for update skip locked)
            """;
    private static final String COLUMNS =
            "m.workspace_id, m.model_id, m.revision, m.enabled, m.vectors, m.base_url, m.model, m.api_key_ref,"
                    + " m.extra_args::text, m.dimensions";

    private static final String FIND = "select " + COLUMNS
            + " from context.knowledge_models m where m.workspace_id = $1 and m.model_id = $2 and not m.deleted";

    private static final String OF_BASES = "select " + COLUMNS + ", b.kb_id, b.embedding_model" + """
             from unnest($2::text[]) with ordinality as n (kb_id, ordinal)
            join context.knowledge_bases b on b.workspace_id = $1 and b.kb_id = n.kb_id
            left join context.knowledge_models m
                on m.workspace_id = b.workspace_id and m.model_id = b.embedding_model and m.enabled and not m.deleted
            order by n.ordinal
            """;
    private static final String LEARN = """
            update context.knowledge_models set dimensions = coalesce(dimensions, $4)
            where workspace_id = $1 and model_id = $2 and vectors = $3 returning dimensions
            """;

    private final Pool pool;

    public PostgresEmbeddingModelRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Long> describe(EmbeddingModelChange message, @Nullable EmbeddingModel model) {
        Tuple id = Tuple.of(message.workspaceId(), message.modelId());
        return pool.withTransaction(connection -> connection
                .preparedQuery(LOCK)
                .execute(id)
                .chain(() -> connection.preparedQuery(KNOWN).execute(id))
                .chain(known -> {
                    String vectors = null;
                    for (Row row : known) {
                        if (row.getLong(0) >= message.revision()) {
                            return Uni.createFrom().item(row.getLong(0));
                        }
                        vectors = row.getString(1);
                    }
                    return write(connection, message, model, vectors).replaceWith(message.revision());
                }));
    }

    private static Uni<Void> write(
            SqlClient transaction,
            EmbeddingModelChange message,
            @Nullable EmbeddingModel model,
            @Nullable String storedVectors) {
        Tuple id = Tuple.of(message.workspaceId(), message.modelId());
        Tuple named = Tuple.of(message.workspaceId(), message.modelId(), message.revision(), model == null);
        return transaction
                .preparedQuery(WRITE)
                .execute(model == null ? ignored(named) : all(named, model))
                .chain(() -> model == null
                        ? Uni.createFrom().voidItem()
                        : transaction
                                .preparedQuery(LOCK_BASES)
                                .execute(id)
                                .chain(() -> transaction
                                        .preparedQuery(REINDEX)
                                        .execute(Tuple.of(
                                                message.workspaceId(),
                                                message.modelId(),
                                                model.vectors(),
                                                storedVectors)))
                                .replaceWithVoid())
                .chain(() -> transaction.query(FORGET).execute())
                .replaceWithVoid();
    }

    private static Tuple ignored(Tuple named) {
        return named.addBoolean(false)
                .addString("")
                .addString("")
                .addString("")
                .addString(null)
                .addString("{}")
                .addInteger(null);
    }

    private static Tuple all(Tuple named, EmbeddingModel model) {
        return named.addBoolean(model.enabled())
                .addString(model.vectors())
                .addString(model.baseUrl())
                .addString(model.model())
                .addString(model.apiKeyRef())
                .addString(model.extraArgs().toString())
                .addInteger(model.dimensions());
    }

    @Override
    public Uni<Optional<EmbeddingModel>> find(String workspaceId, String modelId) {
        return pool.preparedQuery(FIND)
                .execute(Tuple.of(workspaceId, modelId))
                .map(rows -> rows.size() == 0
                        ? Optional.empty()
                        : Optional.of(model(rows.iterator().next())));
    }

    @Override
    public Uni<Map<String, ModelSource>> ofBases(String workspaceId, List<String> kbIds) {
        return pool.preparedQuery(OF_BASES)
                .execute(Tuple.of(workspaceId, kbIds.toArray(String[]::new)))
                .map(rows -> {
                    Map<String, ModelSource> bases = new LinkedHashMap<>();
                    rows.forEach(row -> bases.put(row.getString(10), ofBase(row)));
                    return bases;
                });
    }

    private static ModelSource ofBase(Row row) {
        if (row.getString(11) == null) {
            return new ModelSource.Default();
        }
        return row.getString(1) == null ? new ModelSource.Unavailable() : new ModelSource.OfWorkspace(model(row));
    }

    /** Deletes the vectors of the previous model. */
    @Override
    public Uni<Integer> learn(EmbeddingModel model, int dimensions) {
        return pool.preparedQuery(LEARN)
                .execute(Tuple.of(model.workspaceId(), model.modelId(), model.vectors(), dimensions))
                .map(rows ->
                        rows.size() == 0 ? dimensions : rows.iterator().next().getInteger(0));
    }

    private static EmbeddingModel model(Row row) {
        return new EmbeddingModel(
                row.getString(0),
                row.getString(1),
                row.getLong(2),
                row.getBoolean(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                object(row.getString(8)),
                row.getInteger(9));
    }

    private static ObjectNode object(String stored) {
        try {
            return (ObjectNode) ProtocolCodec.mapper().readTree(stored);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the database has invalid JSON", e);
        }
    }
}
