package dev.agenthost.context.results.postgres;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.results.Results;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.results.KeptResult;
import dev.agenthost.protocol.store.results.RunResultsAnswer;
import dev.agenthost.protocol.store.results.RunResultsQuestion;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keyset pages over the log's index of results. */
public final class PostgresResults implements Results {
    private static final String FROM = """
            select l.attempt, l.sequence, l.type, l.data::text, l.usage::text, l.at from context.event_log l
            where l.kind = 'result' and l.workspace_id = $1 and l.run_id = $2
                and (l.attempt, l.sequence) > ($3, $4) and (l.attempt, l.sequence) < ($5, $6)
            """;
    private static final String FORWARD = FROM + "order by l.attempt, l.sequence limit $7";
    private static final String BACKWARD = FROM + "order by l.attempt desc, l.sequence desc limit $7";
    /** A result that nobody answers stands at (0, 1). */
    private static final StreamPosition FIRST = StreamPosition.NONE;

    private static final StreamPosition LAST = new StreamPosition(Integer.MAX_VALUE, Long.MAX_VALUE);

    private final Pool pool;

    public PostgresResults(Pool pool) {
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
                .addInteger(question.limit() + 1);
        return pool.preparedQuery(question.newestFirst() ? BACKWARD : FORWARD)
                .execute(values)
                .map(rows -> answer(rows, question.limit()));
    }

    private static StreamPosition or(@Nullable StreamPosition said, StreamPosition otherwise) {
        return said == null ? otherwise : said;
    }

    private static RunResultsAnswer answer(RowSet<Row> rows, int limit) {
        List<KeptResult> results = new ArrayList<>();
        rows.forEach(row -> results.add(result(row)));
        boolean hasMore = results.size() > limit;
        return new RunResultsAnswer(hasMore ? results.subList(0, limit) : results, hasMore);
    }

    private static KeptResult result(Row row) {
        String usage = row.getString(4);
        return new KeptResult(
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
            throw new IllegalStateException("the database holds JSON that is none", e);
        }
    }
}
