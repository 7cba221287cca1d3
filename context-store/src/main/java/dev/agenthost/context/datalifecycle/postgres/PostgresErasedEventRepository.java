package dev.agenthost.context.datalifecycle.postgres;

import dev.agenthost.context.datalifecycle.ErasedEventRepository;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.store.ErasedEvent;
import dev.agenthost.protocol.store.ErasedEventsAnswer;
import dev.agenthost.protocol.store.ErasedEventsQuestion;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowIterator;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code context.erased_events}. */
@Singleton
public final class PostgresErasedEventRepository implements ErasedEventRepository {
    /**
     * {@code erased_at} is the start of the erasing transaction. A row is read once no older transaction can add one before it.
     */
    private static final String PAGE = """
            select x.workspace_id, x.event_id, x.answers, x.erased_at from context.erased_events x
            where x.erased_at < (
                    select coalesce(min(a.xact_start), clock_timestamp()) from pg_stat_activity a
                    where a.datname = current_database() and a.usename = current_user and a.pid <> pg_backend_pid()
                        and a.xact_start is not null)
                and ($1::timestamptz is null or (x.erased_at, x.workspace_id, x.event_id) > ($1, $2::text, $3::text))
            order by x.erased_at, x.workspace_id, x.event_id limit $4
            """;

    private final Pool pool;

    public PostgresErasedEventRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<ErasedEventsAnswer> page(ErasedEventsQuestion question) {
        @Nullable ErasedEvent after = question.after();
        Tuple values = after == null
                ? Tuple.of(null, null, null, question.limit())
                : Tuple.of(
                        after.erasedAt().atOffset(ZoneOffset.UTC),
                        after.workspaceId(),
                        after.eventId().toString(),
                        question.limit());
        return pool.preparedQuery(PAGE).execute(values).map(rows -> {
            List<ErasedEvent> items = new ArrayList<>();
            for (RowIterator<Row> row = rows.iterator(); row.hasNext(); ) {
                items.add(read(row.next()));
            }
            return new ErasedEventsAnswer(items);
        });
    }

    private static ErasedEvent read(Row row) {
        return new ErasedEvent(
                row.getString("workspace_id"),
                EventId.parse(row.getString("event_id")),
                row.getBoolean("answers"),
                row.getOffsetDateTime("erased_at").toInstant());
    }
}
