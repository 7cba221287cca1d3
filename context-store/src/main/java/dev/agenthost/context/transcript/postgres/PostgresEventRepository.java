package dev.agenthost.context.transcript.postgres;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.LogKind;
import dev.agenthost.context.transcript.EventLogRecord;
import dev.agenthost.context.transcript.EventRepository;
import dev.agenthost.context.transcript.EventsRequest;
import dev.agenthost.context.transcript.LoggedEvent;
import dev.agenthost.context.transcript.LoggedFact;
import dev.agenthost.context.transcript.Slice;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.json.WireName;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;

/** Keyset pages over the log's index by conversation and number; one event by its id. */
@Singleton
public final class PostgresEventRepository implements EventRepository {
    /** Reads whole events, but only the mapped fields of results and receipts. */
    private static final String ROWS = """
            select t.seq, t.at, t.kind, t.type, t.run_id, t.attempt, t.sequence, t.event_id, t.transcript_seq,
                case t.kind when 'event' then t.data
                    else t.data - '{message,result,parameters,value,payload,target,metadata}'::text[] end as data
            from context.event_log t where\s""";

    private static final String COLUMNS =
            "t.seq, t.at, t.kind, t.type, t.run_id, t.attempt, t.sequence, t.event_id, t.transcript_seq, t.data::text";
    private static final int WIDTH = 10;
    private static final String HERE = "t.conversation = " + ConversationQueries.CONVERSATION;
    static final String PAGE =
            BoundedPageQuery.sql(COLUMNS, "octet_length(t.data::text)", ROWS + HERE + """
            and t.seq < $5 and t.kind <> 'audit'
            and case when cardinality($6::text[]) = 0 then t.kind = 'event' else t.type = any ($6::text[]) end
            """, "t.seq desc", "$7");

    private static final String ONE = "select " + COLUMNS + " from (" + ROWS + "%s limit 1) t";
    private static final String FIND = ONE.formatted("t.kind = 'event' and " + HERE + "and t.event_id = $5");
    private static final String FIND_FACT =
            ONE.formatted("t.kind in ('result', 'receipt') and " + HERE + "and t.seq = $5 and t.run_id = $6");
    private static final String FIND_OUTSIDE = ONE.formatted("""
            t.kind = 'event' and t.conversation is null and t.workspace_id = $1 and t.data ->> 'bot_id' = $2
            and t.event_id = $3""");

    private final Pool pool;

    public PostgresEventRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Slice<EventLogRecord>> page(EventsRequest request) {
        Tuple values = ConversationQueries.in(request.conversation())
                .addLong(request.below())
                .addArrayOfString(request.types().toArray(String[]::new))
                .addInteger(request.limit());
        return pool.preparedQuery(PAGE)
                .execute(values)
                .map(rows -> BoundedPageQuery.read(rows, WIDTH, PostgresEventRepository::logged));
    }

    @Override
    public Uni<Optional<EventLogRecord>> find(ConversationRef conversation, String eventId) {
        Optional<LoggedFact.Name> fact = LoggedFact.Name.parse(eventId);
        Tuple values = ConversationQueries.in(conversation);
        return fact.isEmpty()
                ? first(FIND, values.addString(eventId))
                : first(
                        FIND_FACT,
                        values.addLong(fact.get().seq()).addUUID(fact.get().runId()));
    }

    @Override
    public Uni<Optional<LoggedEvent>> findOutside(String workspaceId, String botId, String eventId) {
        return first(FIND_OUTSIDE, Tuple.of(workspaceId, botId, eventId))
                .map(found -> found.map(LoggedEvent.class::cast));
    }

    private Uni<Optional<EventLogRecord>> first(String sql, Tuple values) {
        return pool.preparedQuery(sql)
                .execute(values)
                .map(rows -> rows.iterator().hasNext()
                        ? Optional.of(logged(rows.iterator().next()))
                        : Optional.empty());
    }

    private static EventLogRecord logged(Row row) {
        Instant at = row.getOffsetDateTime(1).toInstant();
        JsonNode data = ConversationQueries.json(row.getString(9));
        LogKind kind = WireName.find(LogKind.class, row.getString(2)).orElseThrow();
        if (kind == LogKind.EVENT) {
            return new LoggedEvent(row.getLong(0), at, row.getLong(8), data);
        }
        Integer attempt = row.getInteger(5);
        StreamPosition position = attempt == null ? null : new StreamPosition(attempt, row.getLong(6));
        return new LoggedFact(
                row.getLong(0), at, kind, row.getString(3), row.getUUID(4), position, row.getString(7), data);
    }
}
