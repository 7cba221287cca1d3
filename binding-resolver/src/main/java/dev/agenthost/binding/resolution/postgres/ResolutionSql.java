package dev.agenthost.binding.resolution.postgres;

import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.binding.publication.RecordHeaders;
import dev.agenthost.binding.resolution.EventConflict;
import dev.agenthost.binding.resolution.KnownResolution;
import dev.agenthost.binding.resolution.ResolutionKey;
import dev.agenthost.binding.resolution.ResolutionRow;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.platform.kafka.postgres.PostgresAppliedOffsetRepository;
import dev.agenthost.platform.postgres.UnflushedCommit;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.topic.RecordPosition;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The statements of the resolution repository, with their parameters and results. Many rows are passed as one array for
 * each column.
 */
final class ResolutionSql {
    /** Checks and inserts in one statement, so that no binding can change between the two; moves the applied offsets with it. */
    static final String INSERT = """
            with checked as (select not exists (select from bindings.workspaces where revision > $13) as unchanged),
            inserted as (
                insert into bindings.resolutions (workspace_id, event_id, rerun, fingerprint, event_partition,
                    event_offset, record_topic, record_partition, record_key, record_headers, record_value, keep_until)
                select r.* from checked cross join unnest($1::text[], $2::uuid[], $3::int[], $4::text[], $5::int[],
                    $6::bigint[], $7::text[], $8::int[], $9::text[], $10::text[], $11::bytea[], $12::timestamptz[]) as r
                where checked.unchanged
                on conflict do nothing
                returning workspace_id, event_id, rerun),
            moved as (%s)
            select unchanged, (select count(*) from moved) as moved, workspace_id, event_id, rerun
            from checked left join inserted on true
            """.formatted(PostgresAppliedOffsetRepository.advance("bindings", 14));

    static final String STORED = """
            select r.* from bindings.resolutions r
            join unnest($1::text[], $2::uuid[], $3::int[]) as k (workspace_id, event_id, rerun)
                using (workspace_id, event_id, rerun)
            """;
    /** A lost mark only repeats a record. */
    static final String MARK = """
            with %s
            update bindings.resolutions r set published = true
            from unnest($1::text[], $2::uuid[], $3::int[]) as k (workspace_id, event_id, rerun), unflushed
            where r.workspace_id = k.workspace_id and r.event_id = k.event_id and r.rerun = k.rerun
                and not r.published
            """.formatted(UnflushedCommit.CTE);

    static final String CONFLICT = """
            insert into bindings.conflicts
                (workspace_id, event_id, fingerprint, event_topic, event_partition, event_offset, seen_at)
            values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing
            """;
    static final String FIND = """
            select record_value, published from bindings.resolutions
            where workspace_id = $1 and event_id = $2 order by rerun desc limit 1
            """;
    static final String CONFLICTS = """
            select * from bindings.conflicts where workspace_id = $1 and event_id = $2 order by seen_at limit 100
            """;
    static final String LOCK =
            "select pg_try_advisory_xact_lock(hashtext('agenthost.bindings.resolutions')) as acquired";
    /** Skips younger rows, which their replica publishes. */
    static final String UNPUBLISHED = """
            select * from bindings.resolutions where not published and created_at < now() - interval '2 seconds'
            order by event_partition, event_offset limit $1
            """;

    private ResolutionSql() {}

    static Tuple columns(List<ResolutionRow> rows, long revision, List<OffsetAdvance> advances) {
        Tuple columns = Tuple.newInstance(io.vertx.sqlclient.Tuple.tuple()
                .addArrayOfString(column(rows, row -> row.key().workspaceId(), String[]::new))
                .addArrayOfUUID(column(rows, row -> row.key().eventId().value(), UUID[]::new))
                .addArrayOfInteger(column(rows, row -> row.key().rerun(), Integer[]::new))
                .addArrayOfString(column(rows, ResolutionRow::fingerprint, String[]::new))
                .addArrayOfInteger(
                        column(rows, row -> row.resolution().eventPosition().partition(), Integer[]::new))
                .addArrayOfLong(
                        column(rows, row -> row.resolution().eventPosition().offset(), Long[]::new))
                .addArrayOfString(column(rows, row -> row.record().topic(), String[]::new))
                .addArrayOfInteger(column(rows, row -> row.record().partition(), Integer[]::new))
                .addArrayOfString(column(rows, row -> row.record().key(), String[]::new))
                .addArrayOfString(
                        column(rows, row -> RecordHeaders.text(row.record().headers()), String[]::new))
                .addArrayOfBuffer(column(rows, row -> Buffer.buffer(row.record().value()), Buffer[]::new))
                .addArrayOfOffsetDateTime(
                        column(rows, row -> row.keepUntil().atOffset(ZoneOffset.UTC), OffsetDateTime[]::new))
                .addLong(revision));
        for (Object column : PostgresAppliedOffsetRepository.columns(advances)) {
            columns.addValue(column);
        }
        return columns;
    }

    static Tuple keyColumns(List<ResolutionKey> keys) {
        return Tuple.newInstance(io.vertx.sqlclient.Tuple.tuple()
                .addArrayOfString(column(keys, ResolutionKey::workspaceId, String[]::new))
                .addArrayOfUUID(column(keys, key -> key.eventId().value(), UUID[]::new))
                .addArrayOfInteger(column(keys, ResolutionKey::rerun, Integer[]::new)));
    }

    private static <R, T> T[] column(List<R> rows, Function<R, T> value, IntFunction<T[]> array) {
        return rows.stream().map(value).toArray(array);
    }

    /** Returns true if the bindings were unchanged; there is always a row with this value. */
    static boolean isUnchanged(RowSet<Row> rows) {
        return rows.iterator().next().getBoolean("unchanged");
    }

    static long movedOffsets(RowSet<Row> rows) {
        return rows.iterator().next().getLong("moved");
    }

    static Set<ResolutionKey> keys(RowSet<Row> rows) {
        Set<ResolutionKey> keys = new HashSet<>();
        for (Row row : rows) {
            if (row.getUUID("event_id") != null) {
                keys.add(key(row));
            }
        }
        return keys;
    }

    static Map<ResolutionKey, StoredResolution> stored(RowSet<Row> rows) {
        Map<ResolutionKey, StoredResolution> stored = new HashMap<>();
        rows.forEach(row -> stored.put(
                key(row),
                new StoredResolution(row.getString("fingerprint"), row.getBoolean("published"), record(row))));
        return stored;
    }

    static ResolutionKey key(Row row) {
        return new ResolutionKey(
                row.getString("workspace_id"), new EventId(row.getUUID("event_id")), row.getInteger("rerun"));
    }

    static OutboundRecord record(Row row) {
        return new OutboundRecord(
                row.getString("record_topic"),
                row.getInteger("record_partition"),
                row.getString("record_key"),
                row.getBuffer("record_value").getBytes(),
                RecordHeaders.parse(row.getString("record_headers")));
    }

    static KnownResolution known(Row resolution, RowSet<Row> conflicts) {
        List<EventConflict> others = new ArrayList<>();
        conflicts.forEach(row -> others.add(new EventConflict(
                row.getString("workspace_id"),
                new EventId(row.getUUID("event_id")),
                row.getString("fingerprint"),
                new RecordPosition(
                        row.getString("event_topic"), row.getInteger("event_partition"), row.getLong("event_offset")),
                row.getOffsetDateTime("seen_at").toInstant())));
        return new KnownResolution(
                resolution.getBuffer("record_value").getBytes(), resolution.getBoolean("published"), others);
    }
}
