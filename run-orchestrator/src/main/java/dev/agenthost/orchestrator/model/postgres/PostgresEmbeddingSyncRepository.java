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

/** {@link EmbeddingSyncRepository} in a table that a trigger of the table of models fills. Every write asks for the revision that was taken. */
public final class PostgresEmbeddingSyncRepository implements EmbeddingSyncRepository {
    private static final System.Logger LOG = System.getLogger(PostgresEmbeddingSyncRepository.class.getName());
    private static final String TAKE = """
            UPDATE runs.embedding_tellings t
            SET due_at = clock_timestamp() + make_interval(secs => $2), tries = least(t.tries + 1, 1000)
            FROM (SELECT workspace_id, model_id FROM runs.embedding_tellings WHERE due_at <= clock_timestamp()
                  ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED) d
            WHERE t.workspace_id = d.workspace_id AND t.model_id = d.model_id
            RETURNING t.workspace_id, t.model_id, t.revision, t.document::text AS document, t.tries
            """;
    private static final String WHICH = " WHERE workspace_id = $1 AND model_id = $2 AND revision = $3";
    private static final String TOLD = "DELETE FROM runs.embedding_tellings" + WHICH;
    private static final String ABOVE =
            "UPDATE runs.embedding_tellings SET revision = $4 + 1, due_at = clock_timestamp(), tries = 0" + WHICH;
    private static final String LATER =
            "UPDATE runs.embedding_tellings SET due_at = clock_timestamp() + make_interval(secs => $4)" + WHICH;
    private static final double MILLIS = 1000;
    /** The time limit of a statement; a statement without an answer by then counts as failed. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Pool pool;

    public PostgresEmbeddingSyncRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<List<Due>> take(int most, Duration term) {
        return pool.preparedQuery(TAKE)
                .execute(Tuple.of(most, term.toMillis() / MILLIS))
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .map(rows -> {
                    List<Due> due = new ArrayList<>();
                    for (Row row : rows) {
                        try {
                            due.add(new Due(telling(row), row.getInteger("tries")));
                        } catch (UndecodableException unreadable) {
                            // Written by a newer build: this change is retried later, and the others are sent.
                            LOG.log(
                                    Level.WARNING,
                                    "modelId={0} cannot be read, and is not told",
                                    row.getString("model_id"));
                        }
                    }
                    return due;
                });
    }

    @Override
    public Uni<Void> told(EmbeddingModelChange telling) {
        return write(TOLD, of(telling));
    }

    @Override
    public Uni<Void> above(EmbeddingModelChange telling, long revision) {
        return write(ABOVE, of(telling).addLong(revision));
    }

    @Override
    public Uni<Void> later(EmbeddingModelChange telling, Duration pause) {
        return write(LATER, of(telling).addDouble(pause.toMillis() / MILLIS));
    }

    private Uni<Void> write(String statement, Tuple values) {
        return pool.preparedQuery(statement)
                .execute(values)
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .replaceWithVoid();
    }

    private static Tuple of(EmbeddingModelChange telling) {
        return Tuple.of(telling.workspaceId(), telling.modelId(), telling.revision());
    }

    private static EmbeddingModelChange telling(Row row) throws UndecodableException {
        String document = row.getString("document");
        return new EmbeddingModelChange(
                row.getString("workspace_id"),
                row.getString("model_id"),
                row.getLong("revision"),
                document == null ? null : said(document));
    }

    private static EmbeddingModelChange.Definition said(String document) throws UndecodableException {
        ModelDocument model = ProtocolCodec.decode(document.getBytes(StandardCharsets.UTF_8), ModelDocument.class);
        return new EmbeddingModelChange.Definition(
                model.provider().baseUrl(),
                model.model(),
                model.provider().apiKeyRef(),
                Fields.object(model.extraArgs()),
                Fields.or(model.enabled(), true));
    }
}
