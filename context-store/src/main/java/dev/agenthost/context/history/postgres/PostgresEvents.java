package dev.agenthost.context.history.postgres;

import dev.agenthost.context.conversation.ConversationRef;
import dev.agenthost.context.history.Events;
import dev.agenthost.context.history.EventsRequest;
import dev.agenthost.context.history.LoggedEvent;
import dev.agenthost.context.history.Slice;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.Optional;

/** Keyset pages over the log's index by conversation and number; one event by its id. */
public final class PostgresEvents implements Events {
    private static final String EVENT =
            "select l.seq, l.at, l.data::text from context.event_log l where l.kind = 'event' and ";
    private static final String HERE = "l.conversation = " + Reading.CONVERSATION;
    /** An event is read whole, though its record is short. */
    private static final String PAGE = Slices.sql(
            "t.seq, t.at, t.data::text",
            "octet_length(t.data::text)",
            "select t.seq, t.at, t.data from context.event_log t where t.kind = 'event' and t.conversation = "
                    + Reading.CONVERSATION
                    + "and t.seq < $5 and (cardinality($6::text[]) = 0 or t.type = any ($6::text[]))",
            "t.seq desc",
            "$7");

    private static final int WIDTH = 3;
    private static final String FIND = EVENT + HERE + "and l.event_id = $5 limit 1";
    private static final String FIND_OUTSIDE = EVENT + """
            l.conversation is null and l.workspace_id = $1 and l.data ->> 'bot_id' = $2 and l.event_id = $3 limit 1
            """;

    private final Pool pool;

    public PostgresEvents(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Slice<LoggedEvent>> page(EventsRequest request) {
        Tuple values = Reading.in(request.conversation())
                .addLong(request.below())
                .addArrayOfString(request.types().toArray(String[]::new))
                .addInteger(request.limit());
        return pool.preparedQuery(PAGE).execute(values).map(rows -> Slices.read(rows, WIDTH, PostgresEvents::event));
    }

    @Override
    public Uni<Optional<LoggedEvent>> find(ConversationRef conversation, String eventId) {
        return pool.preparedQuery(FIND)
                .execute(Reading.in(conversation).addString(eventId))
                .map(PostgresEvents::first);
    }

    @Override
    public Uni<Optional<LoggedEvent>> findOutside(String workspaceId, String botId, String eventId) {
        return pool.preparedQuery(FIND_OUTSIDE)
                .execute(Tuple.of(workspaceId, botId, eventId))
                .map(PostgresEvents::first);
    }

    private static Optional<LoggedEvent> first(RowSet<Row> rows) {
        return rows.iterator().hasNext() ? Optional.of(event(rows.iterator().next())) : Optional.empty();
    }

    private static LoggedEvent event(Row row) {
        return new LoggedEvent(row.getLong(0), row.getOffsetDateTime(1).toInstant(), Reading.json(row.getString(2)));
    }
}
