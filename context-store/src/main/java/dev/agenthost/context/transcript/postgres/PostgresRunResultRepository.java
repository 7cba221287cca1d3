package dev.agenthost.context.transcript.postgres;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.transcript.RunResultRepository;
import dev.agenthost.context.transcript.Slice;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.history.RunResultsAnswer;
import dev.agenthost.protocol.store.history.RunResultsQuestion;
import dev.agenthost.protocol.store.history.StoredResult;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/** Keyset pages over the log's index of results. */
@Singleton
public final class PostgresRunResultRepository implements RunResultRepository {
    private static final String ROWS = """
            select t.attempt, t.sequence, t.type, t.data, t.usage, t.at from context.event_log t
            where t.kind = 'result' and t.workspace_id = $1 and t.run_id = $2
                and (t.attempt, t.sequence) > ($3, $4) and (t.attempt, t.sequence) < ($5, $6)
            """;
    private static final String COLUMNS = "t.attempt, t.sequence, t.type, t.data::text, t.usage::text, t.at";
    private static final int WIDTH = 6;
    private static final String BYTES =
            "octet_length(t.data::text) + coalesce(octet_length(t.usage::text), 0) + octet_length(t.type)";
    private static final String FORWARD = BoundedPageQuery.sql(COLUMNS, BYTES, ROWS, "t.attempt, t.sequence", "$7");
    private static final String BACKWARD =
            BoundedPageQuery.sql(COLUMNS, BYTES, ROWS, "t.attempt desc, t.sequence desc", "$7");
    /** The result of an unanswered event has the position (0, 1). */
    private static final StreamPosition FIRST = StreamPosition.NONE;

    private static final StreamPosition LAST = new StreamPosition(Integer.MAX_VALUE, Long.MAX_VALUE);

    private final Pool pool;

    public PostgresRunResultRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<RunResultsAnswer> page(RunResultsQuestion question) {
        StreamPosition after = or(question.after(), FIRST);
        StreamPosition before = or(question.before(), LAST);
        Tuple values = Tuple.tuple()
                .addString(question.workspaceId())
                .addUUID(question.runId().value())
                .addInteger(after.attempt())
                .addLong(after.sequence())
                .addInteger(before.attempt())
                .addLong(before.sequence())
                .addInteger(question.limit());
        return pool.preparedQuery(question.newestFirst() ? BACKWARD : FORWARD)
                .execute(values)
                .map(PostgresRunResultRepository::answer);
    }

    private static StreamPosition or(@Nullable StreamPosition value, StreamPosition otherwise) {
        return value == null ? otherwise : value;
    }

    private static RunResultsAnswer answer(RowSet<Row> rows) {
        Slice<StoredResult> found = BoundedPageQuery.read(rows, WIDTH, PostgresRunResultRepository::result);
        return new RunResultsAnswer(found.items(), found.hasMore());
    }

    private static StoredResult result(Row row) {
        String usage = row.getString(4);
        return new StoredResult(
                new StreamPosition(row.getInteger(0), row.getLong(1)),
                row.getString(2),
                json(row.getString(3)) instanceof ObjectNode data
                        ? data
                        : ProtocolCodec.mapper().createObjectNode(),
                usage == null ? null : json(usage),
                row.getOffsetDateTime(5).toInstant());
    }

    private static JsonNode json(String stored) {
        try {
            return ProtocolCodec.mapper().readTree(stored);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the database has invalid JSON", e);
        }
    }
}
