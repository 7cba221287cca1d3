package dev.agenthost.orchestrator.model.postgres;

import dev.agenthost.orchestrator.model.EmbeddingSyncRepository;
import dev.agenthost.orchestrator.model.ModelDocument;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelChange;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** {@link EmbeddingSyncRepository} in a table that a trigger on {@code runs.models} fills. Every write applies only to the claimed revision. */
public final class PostgresEmbeddingSyncRepository implements EmbeddingSyncRepository {
    private static final System.Logger LOG = System.getLogger(PostgresEmbeddingSyncRepository.class.getName());
    private static final String CLAIM = """
            UPDATE runs.embedding_changes t
            SET due_at = clock_timestamp() + make_interval(secs => $2), attempts = least(t.attempts + 1, 1000)
            FROM (SELECT workspace_id, model_id FROM runs.embedding_changes WHERE due_at <= clock_timestamp()
                  ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED) d
            WHERE t.workspace_id = d.workspace_id AND t.model_id = d.model_id
            RETURNING t.workspace_id, t.model_id, t.revision, t.document::text AS document, t.attempts
            """;
    private static final String OF_REVISION = " WHERE workspace_id = $1 AND model_id = $2 AND revision = $3";
    private static final String REMOVE = "DELETE FROM runs.embedding_changes" + OF_REVISION;
    private static final String RAISE =
            "UPDATE runs.embedding_changes SET revision = $4 + 1, due_at = clock_timestamp(), attempts = 0"
                    + OF_REVISION;
    private static final String POSTPONE =
            "UPDATE runs.embedding_changes SET due_at = clock_timestamp() + make_interval(secs => $4)" + OF_REVISION;
    private static final double MILLIS = 1000;
    /** The time limit of a statement; a statement without an answer by then counts as failed. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Pool pool;

    public PostgresEmbeddingSyncRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<List<Due>> claim(int most, Duration term) {
        return pool.preparedQuery(CLAIM)
                .execute(Tuple.of(most, term.toMillis() / MILLIS))
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .map(rows -> {
                    List<Due> due = new ArrayList<>();
                    for (Row row : rows) {
                        try {
                            due.add(new Due(change(row), row.getInteger("attempts")));
                        } catch (UndecodableException exception) {
                            // A newer build wrote the change: it is retried later, and the other changes are sent.
                            LOG.log(
                                    Level.WARNING,
                                    "modelId={0} is unreadable and is not sent to context-store",
                                    row.getString("model_id"));
                        }
                    }
                    return due;
                });
    }

    @Override
    public Uni<Void> remove(EmbeddingModelChange change) {
        return write(REMOVE, key(change));
    }

    @Override
    public Uni<Void> raise(EmbeddingModelChange change, long revision) {
        return write(RAISE, key(change).addLong(revision));
    }

    @Override
    public Uni<Void> postpone(EmbeddingModelChange change, Duration pause) {
        return write(POSTPONE, key(change).addDouble(pause.toMillis() / MILLIS));
    }

    private Uni<Void> write(String statement, Tuple values) {
        return pool.preparedQuery(statement)
                .execute(values)
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .replaceWithVoid();
    }

    private static Tuple key(EmbeddingModelChange change) {
        return Tuple.of(change.workspaceId(), change.modelId(), change.revision());
    }

    private static EmbeddingModelChange change(Row row) throws UndecodableException {
        String document = row.getString("document");
        return new EmbeddingModelChange(
                row.getString("workspace_id"),
                row.getString("model_id"),
                row.getLong("revision"),
                document == null ? null : definition(document));
    }

    private static EmbeddingModelChange.Definition definition(String document) throws UndecodableException {
        ModelDocument model = ProtocolCodec.decode(document.getBytes(StandardCharsets.UTF_8), ModelDocument.class);
        return new EmbeddingModelChange.Definition(
                model.provider().baseUrl(),
                model.model(),
                model.provider().apiKeyRef(),
                Fields.object(model.extraArgs()),
                Fields.or(model.enabled(), true));
    }
}
