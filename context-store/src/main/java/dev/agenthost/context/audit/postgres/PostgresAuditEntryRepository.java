package dev.agenthost.context.audit.postgres;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.audit.AuditEntryRepository;
import dev.agenthost.context.audit.AuditFilter;
import dev.agenthost.context.audit.AuditPosition;
import dev.agenthost.context.audit.AuditSlice;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keyset pages over the log's index of entries outside conversations. A page filters a bounded number of a workspace's entries, so that
 * its cost does not depend on the number of matches, and returns the next position. A page ends at 4 MiB or at its limit.
 */
@Singleton
public final class PostgresAuditEntryRepository implements AuditEntryRepository {
    /** Entries that one page reads. */
    static final int READ_LIMIT = 5000;

    static final String PAGE = """
            with recent as (
                select l.logged_at, l.id, l.type, l.run_id, l.data from context.event_log l
                where l.conversation is null and l.workspace_id = $1 and l.kind = 'audit' and (l.logged_at, l.id) < ($2, $3)
                order by l.logged_at desc, l.id desc limit $4
            ),
            edge as (
                select (select count(*) from recent) as many, s.logged_at, s.id from recent s order by s.logged_at, s.id limit 1
            ),
            matching as (
                select s.*, count(*) over () as candidates, row_number() over w as nth,
                    sum(octet_length(s.data::text)) over w as so_far
                from (
                    select s.* from recent s
                    where ($5::uuid is null or s.run_id = $5) and ($6::text is null or s.type = $6)
                        and ($7::text is null or exists (
                            select from context.event_log r
                            where r.kind = 'result' and r.run_id = s.run_id and r.conversation = any (array(
                                select c.id from context.conversations c
                                where c.workspace_id = $1 and c.bot_id = $7 and c.conversation_id = $8))))
                    order by s.logged_at desc, s.id desc limit $9 + 1) s
                window w as (order by s.logged_at desc, s.id desc)
            )
            select e.many, e.logged_at, e.id, m.logged_at, m.id, m.data::text, m.candidates
            from edge e left join matching m on m.nth <= $9 and (m.so_far <= 4194304 or m.nth = 1)
            order by m.nth
            """;

    private final Pool pool;

    public PostgresAuditEntryRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<AuditSlice> page(AuditFilter filter, AuditPosition before, int limit) {
        int window = filter.isOpen() ? limit + 1 : READ_LIMIT;
        AuditFilter.Conversation conversation = filter.conversation();
        Tuple values = Tuple.tuple()
                .addString(filter.workspaceId())
                .addOffsetDateTime(before.loggedAt().atOffset(ZoneOffset.UTC))
                .addLong(before.id())
                .addInteger(window)
                .addUUID(filter.runId())
                .addString(filter.kind())
                .addString(conversation == null ? null : conversation.botId())
                .addString(conversation == null ? null : conversation.conversationId())
                .addInteger(limit);
        return pool.preparedQuery(PAGE).execute(values).map(rows -> slice(rows, window));
    }

    private static AuditSlice slice(RowSet<Row> rows, int window) {
        List<JsonNode> entries = new ArrayList<>();
        AuditPosition last = null;
        AuditPosition edge = null;
        long candidates = 0;
        for (Row row : rows) {
            edge = row.getLong(0) < window ? null : position(row, 1);
            if (row.getLong(4) != null) {
                last = position(row, 3);
                candidates = row.getLong(6);
                entries.add(json(row.getString(5)));
            }
        }
        return new AuditSlice(entries, next(candidates > entries.size(), last, edge));
    }

    private static @Nullable AuditPosition next(
            boolean more, @Nullable AuditPosition last, @Nullable AuditPosition edge) {
        return more ? last : edge;
    }

    private static AuditPosition position(Row row, int column) {
        return new AuditPosition(row.getOffsetDateTime(column).toInstant(), row.getLong(column + 1));
    }

    private static JsonNode json(String stored) {
        try {
            return ProtocolCodec.mapper().readTree(stored);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the database has invalid JSON", e);
        }
    }
}
