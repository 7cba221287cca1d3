package dev.agenthost.context.semanticsearch.postgres;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.semanticsearch.embedding.EmbeddingModel;
import dev.agenthost.context.semanticsearch.embedding.EmbeddingModelRepository;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelTelling;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link EmbeddingModelRepository} in a table; what is told is a function of the database. */
public final class PostgresEmbeddingModelRepository implements EmbeddingModelRepository {
    private static final String TELL = """
            select context.tell_embedding_model_v1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text::jsonb, $11)
            """;
    private static final String COLUMNS =
            "m.workspace_id, m.model_id, m.revision, m.enabled, m.vectors, m.base_url, m.model, m.api_key_ref,"
                    + " m.extra_args::text, m.dimensions";

    private static final String FIND = "select " + COLUMNS
            + " from context.knowledge_models m where m.workspace_id = $1 and m.model_id = $2 and not m.gone";

    private static final String OF_BASES = "select " + COLUMNS + ", b.kb_id, b.embedding_model" + """
             from unnest($2::text[]) with ordinality as n (kb_id, place)
            join context.knowledge_bases b on b.workspace_id = $1 and b.kb_id = n.kb_id
            left join context.knowledge_models m
                on m.workspace_id = b.workspace_id and m.model_id = b.embedding_model and m.enabled and not m.gone
            order by n.place
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
    public Uni<Long> tell(EmbeddingModelTelling telling, @Nullable EmbeddingModel model) {
        Tuple named = Tuple.of(telling.workspaceId(), telling.modelId(), telling.revision(), model == null);
        return pool.preparedQuery(TELL)
                .execute(model == null ? nothing(named) : all(named, model))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    private static Tuple nothing(Tuple named) {
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
    public Uni<Map<String, OfBase>> ofBases(String workspaceId, List<String> kbIds) {
        return pool.preparedQuery(OF_BASES)
                .execute(Tuple.of(workspaceId, kbIds.toArray(String[]::new)))
                .map(rows -> {
                    Map<String, OfBase> bases = new LinkedHashMap<>();
                    rows.forEach(row -> bases.put(row.getString(10), ofBase(row)));
                    return bases;
                });
    }

    private static OfBase ofBase(Row row) {
        if (row.getString(11) == null) {
            return new OfBase.Usual();
        }
        return row.getString(1) == null ? new OfBase.Nobody() : new OfBase.Own(model(row));
    }

    /** Of what is another model now nothing is kept. */
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
            throw new IllegalStateException("the database holds JSON that is none", e);
        }
    }
}
