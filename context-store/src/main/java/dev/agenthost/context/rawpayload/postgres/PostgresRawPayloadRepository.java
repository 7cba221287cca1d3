package dev.agenthost.context.rawpayload.postgres;

import dev.agenthost.context.artifact.ArtifactContent;
import dev.agenthost.context.datalifecycle.RetentionLimit;
import dev.agenthost.context.rawpayload.RawPayloadRepository;
import dev.agenthost.context.rawpayload.StoredRawPayload;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.store.RawPut;
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

/** Rows of {@code context.raw_payloads}, by functions of V20. How long one lives is seen when it is asked for. */
public final class PostgresRawPayloadRepository implements RawPayloadRepository {
    private static final String PUT = "select context.put_raw_v1($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    private static final String EXPIRE = "select context.expire_raw_v1($1, $2, $3)";
    private static final String FIND = """
            select r.event_id, r.conversation_id, r.payload, r.created_at, l.expires_at
            from context.raw_payloads r
            left join context.retention w on w.workspace_id = r.workspace_id
            cross join lateral (
                select r.created_at + make_interval(days => least(coalesce(w.raw_days, $3::integer), $4::integer)) as expires_at) l
            where r.workspace_id = $1 and r.event_id = $2 and l.expires_at > now()
            """;
    private static final String SEEN = FIND + """
            and r.bot_id = $5 and case when r.conversation_id is null then $6::text is null and $8
                else r.conversation_id = $6 and r.thread_id = $7 end
            """;

    /** In one transaction. */
    private static final int AT_ONCE = 500;

    private final Pool pool;
    private final RetentionLimit kept;

    public PostgresRawPayloadRepository(Pool pool, RetentionLimit kept) {
        this.pool = pool;
        this.kept = kept;
    }

    @Override
    public Uni<Boolean> keep(RawPut put, ArtifactContent content) {
        return execute(
                        PUT,
                        put.workspaceId(),
                        put.eventId().toString(),
                        put.botId(),
                        put.conversationId(),
                        orNone(put.threadId()),
                        put.actorId(),
                        put.receivedAt().atOffset(ZoneOffset.UTC),
                        content.sha256(),
                        Buffer.buffer(content.bytes()))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    @Override
    public Uni<Optional<StoredRawPayload>> find(String workspaceId, String artifactId) {
        return execute(FIND, workspaceId, artifactId, kept.usual(), kept.most())
                .map(PostgresRawPayloadRepository::first);
    }

    @Override
    public Uni<Optional<StoredRawPayload>> seenBy(ArtifactOwner reader, String artifactId) {
        return execute(
                        SEEN,
                        reader.workspaceId(),
                        artifactId,
                        kept.usual(),
                        kept.most(),
                        reader.botId(),
                        reader.conversationId(),
                        orNone(reader.threadId()),
                        isItsEvent(reader, artifactId))
                .map(PostgresRawPayloadRepository::first);
    }

    @Override
    public Uni<Boolean> expire() {
        return execute(EXPIRE, kept.usual(), kept.most(), AT_ONCE)
                .map(rows -> rows.iterator().next().getInteger(0) >= AT_ONCE);
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
