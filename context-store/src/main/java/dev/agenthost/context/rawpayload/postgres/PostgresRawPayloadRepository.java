package dev.agenthost.context.rawpayload.postgres;

import dev.agenthost.context.artifact.ArtifactContent;
import dev.agenthost.context.datalifecycle.RetentionLimit;
import dev.agenthost.context.rawpayload.RawPayloadRepository;
import dev.agenthost.context.rawpayload.StoredRawPayload;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.store.RawPayloadWrite;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rows of {@code context.raw_payloads}. The lifetime of one is decided when it is read. */
public final class PostgresRawPayloadRepository implements RawPayloadRepository {
    /** An erasure commits before this transaction, and its tombstone is read, or after it, and finds the payload. */
    private static final String LOCK = "select pg_advisory_xact_lock_shared(hashtext('context.erasures'))";
    /** Keeps the first payload of an event. Does not restore an erased or expired one, because its event was logged before. */
    private static final String PUT = """
            with there as materialized (
                select from context.raw_payloads r where r.workspace_id = $1 and r.event_id = $2),
            late as materialized (
                select where exists (select from context.erased_events x where x.workspace_id = $1 and x.event_id = $2)
                    or exists (
                        select from context.erasures e
                        where e.workspace_id = $1 and e.requested_at >= $7 and (e.conversation_id is not null or e.actor_id is not null)
                            and case e.kind
                                when 'conversation' then e.bot_id = $3 and e.conversation_id = $4
                                    and (e.thread_id is null or e.thread_id = $5)
                                else e.actor_id = $6 and (e.bot_id is null or e.bot_id = $3) end)
                    or exists (select from context.logged l where l.workspace_id = $1 and l.log_key = 'event/' || $2)),
            stored as (
                insert into context.raw_payloads
                    (workspace_id, event_id, bot_id, conversation_id, thread_id, actor_id, sha256, payload)
                select $1, $2, $3, $4, $5, $6, $8, $9
                where not exists (select from there) and not exists (select from late)
                on conflict do nothing)
            select exists (select from there) or not exists (select from late)
            """;
    /** Reads workspace after workspace; concurrent replicas lock different rows. */
    private static final String EXPIRE = """
            with recursive workspaces as (
                (select min(p.workspace_id) as id from context.raw_payloads p)
                union all
                select (select min(p.workspace_id) from context.raw_payloads p where p.workspace_id > w.id)
                from workspaces w where w.id is not null),
            expired as (
                select e.workspace_id, e.event_id
                from workspaces w
                left join context.retention t on t.workspace_id = w.id
                cross join lateral (
                    select o.workspace_id, o.event_id from context.raw_payloads o
                    where o.workspace_id = w.id
                        and o.created_at < now() - make_interval(days => least(coalesce(t.raw_days, $1::integer), $2::integer))
                    order by o.created_at limit $3 for update skip locked) e
                where w.id is not null limit $3)
            delete from context.raw_payloads r using expired e
            where r.workspace_id = e.workspace_id and r.event_id = e.event_id
            """;

    private static final String FIND = """
            select r.event_id, r.conversation_id, r.payload, r.created_at, l.expires_at
            from context.raw_payloads r
            left join context.retention w on w.workspace_id = r.workspace_id
            cross join lateral (
                select r.created_at + make_interval(days => least(coalesce(w.raw_days, $3::integer), $4::integer)) as expires_at) l
            where r.workspace_id = $1 and r.event_id = $2 and l.expires_at > now()
            """;
    private static final String FIND_VISIBLE = FIND + """
            and r.bot_id = $5 and case when r.conversation_id is null then $6::text is null and $8
                else r.conversation_id = $6 and r.thread_id = $7 end
            """;

    /** Runs in one transaction. */
    private static final int AT_ONCE = 500;

    private final Pool pool;
    private final RetentionLimit retention;

    public PostgresRawPayloadRepository(Pool pool, RetentionLimit retention) {
        this.pool = pool;
        this.retention = retention;
    }

    @Override
    public Uni<Boolean> store(RawPayloadWrite put, ArtifactContent content) {
        Tuple values = Tuple.from(Arrays.asList(
                put.workspaceId(),
                put.eventId().toString(),
                put.botId(),
                put.conversationId(),
                orNone(put.threadId()),
                put.actorId(),
                put.receivedAt().atOffset(ZoneOffset.UTC),
                content.sha256(),
                Buffer.buffer(content.bytes())));
        return pool.withTransaction(connection -> connection
                .query(LOCK)
                .execute()
                .chain(() -> connection.preparedQuery(PUT).execute(values))
                .map(rows -> rows.iterator().next().getBoolean(0)));
    }

    @Override
    public Uni<Optional<StoredRawPayload>> find(String workspaceId, String artifactId) {
        return execute(FIND, workspaceId, artifactId, retention.defaultDays(), retention.maxDays())
                .map(PostgresRawPayloadRepository::first);
    }

    @Override
    public Uni<Optional<StoredRawPayload>> visibleTo(ArtifactOwner reader, String artifactId) {
        return execute(
                        FIND_VISIBLE,
                        reader.workspaceId(),
                        artifactId,
                        retention.defaultDays(),
                        retention.maxDays(),
                        reader.botId(),
                        reader.conversationId(),
                        orNone(reader.threadId()),
                        isItsEvent(reader, artifactId))
                .map(PostgresRawPayloadRepository::first);
    }

    @Override
    public Uni<Boolean> expire() {
        return execute(EXPIRE, retention.defaultDays(), retention.maxDays(), AT_ONCE)
                .map(expired -> expired.rowCount() >= AT_ONCE);
    }

    private static boolean isItsEvent(ArtifactOwner reader, String eventId) {
        try {
            return RunIds.of(reader.workspaceId(), EventId.parse(eventId), 0).equals(reader.runId());
        } catch (IllegalArgumentException noEvent) {
            return false;
        }
    }

    private static Optional<StoredRawPayload> first(RowSet<Row> rows) {
        if (rows.rowCount() == 0) {
            return Optional.empty();
        }
        Row row = rows.iterator().next();
        return Optional.of(new StoredRawPayload(
                row.getString(0),
                row.getString(1),
                new ArtifactContent(row.getDelegate().getBuffer(2).getBytes()),
                time(row, 3),
                time(row, 4)));
    }

    private static Instant time(Row row, int column) {
        OffsetDateTime time = row.getOffsetDateTime(column);
        return time.toInstant();
    }

    private static String orNone(@Nullable String thread) {
        return thread == null ? "" : thread;
    }

    private Uni<RowSet<Row>> execute(String statement, @Nullable Object... values) {
        return pool.preparedQuery(statement).execute(Tuple.from(Arrays.asList(values)));
    }
}
