package dev.agenthost.orchestrator.hostapi.postgres;

import dev.agenthost.orchestrator.flowcontrol.RequestBatcher;
import dev.agenthost.orchestrator.hostapi.audit.AuditOutboxRepository;
import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.platform.postgres.UnflushedCommit;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * {@link AuditOutboxRepository} in {@code runs.audit_outbox}. Entries that arrive during a commit are written together by the next one.
 *
 * <p>Only the commit of a new entry waits for the disk. An outcome that replaces its intent, a renewal and a deletion do not: if
 * PostgreSQL itself crashes within the second after it, the row of before is there again, and is published as it is.
 */
public final class PostgresAuditOutboxRepository implements AuditOutboxRepository {
    private static final String PUT = """
            INSERT INTO runs.audit_outbox (audit_id, conversation_key, entry)
            SELECT audit_id, conversation_key, entry
            FROM unnest($1::uuid[], $2::text[], $3::text[]) AS e (audit_id, conversation_key, entry)
            ON CONFLICT DO NOTHING""";

    private static final String REPLACE = """
            WITH %s,
            replaced AS (DELETE FROM runs.audit_outbox WHERE audit_id = ANY ($4::uuid[]))
            INSERT INTO runs.audit_outbox (audit_id, conversation_key, entry)
            SELECT audit_id, conversation_key, entry
            FROM unflushed, unnest($1::uuid[], $2::text[], $3::text[]) AS e (audit_id, conversation_key, entry)
            ON CONFLICT DO NOTHING""".formatted(UnflushedCommit.CTE);

    private static final String DELETE = """
            WITH %s
            DELETE FROM runs.audit_outbox USING unflushed WHERE audit_id = ANY ($1::uuid[])""".formatted(UnflushedCommit.CTE);

    /** Waits for no row that another statement deletes or claims. */
    private static final String RENEW = """
            WITH %s
            UPDATE runs.audit_outbox o SET written_at = clock_timestamp()
            FROM unflushed, (SELECT audit_id FROM runs.audit_outbox
                  WHERE audit_id = ANY ($1::uuid[]) AND written_at < clock_timestamp() - interval '2 seconds'
                  FOR UPDATE SKIP LOCKED) AS renewed
            WHERE o.audit_id = renewed.audit_id""".formatted(UnflushedCommit.CTE);

    private static final String CLAIM = """
            UPDATE runs.audit_outbox o SET written_at = clock_timestamp()
            FROM (SELECT audit_id FROM runs.audit_outbox WHERE written_at < clock_timestamp() - interval '10 seconds'
                  ORDER BY written_at LIMIT %d FOR UPDATE SKIP LOCKED) AS old
            WHERE o.audit_id = old.audit_id RETURNING o.conversation_key, o.entry""".formatted(MOST_CLAIMED);

    /** Longest time for an entry to be written, queueing included; after it, the write counts as failed. A call waits for it. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private static final int MOST_AT_ONCE = 200;

    private record Outcome(AuditRecord entry, String intentId) {}

    private final Pool pool;
    private final RequestBatcher<AuditRecord, Boolean> entries = new RequestBatcher<>(this::write, MOST_AT_ONCE);
    private final RequestBatcher<Outcome, Boolean> outcomes = new RequestBatcher<>(this::replace, MOST_AT_ONCE);

    public PostgresAuditOutboxRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Void> put(AuditRecord entry, Optional<String> replaced) {
        return replaced.map(intentId -> outcomes.submit(new Outcome(entry, intentId)))
                .orElseGet(() -> entries.submit(entry))
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .replaceWithVoid();
    }

    private Uni<List<Boolean>> write(List<AuditRecord> records) {
        return execute(PUT, columns(records), records.size());
    }

    private Uni<List<Boolean>> replace(List<Outcome> finished) {
        Tuple parameters = columns(finished.stream().map(Outcome::entry).toList())
                .addValue(uuids(finished.stream().map(Outcome::intentId)));
        return execute(REPLACE, parameters, finished.size());
    }

    private Uni<List<Boolean>> execute(String sql, Tuple parameters, int entries) {
        return pool.preparedQuery(sql)
                .execute(parameters)
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .replaceWith(Collections.nCopies(entries, true));
    }

    private static Tuple columns(List<AuditRecord> records) {
        return Tuple.of(
                uuids(records.stream().map(record -> record.entry().auditId())),
                records.stream().map(record -> record.key().value()).toArray(String[]::new),
                records.stream()
                        .map(record -> new String(ProtocolCodec.encode(record.entry()), StandardCharsets.UTF_8))
                        .toArray(String[]::new));
    }

    private static UUID[] uuids(Stream<String> ids) {
        return ids.map(UUID::fromString).toArray(UUID[]::new);
    }

    @Override
    public Uni<Void> delete(List<String> auditIds) {
        return update(DELETE, auditIds);
    }

    @Override
    public Uni<Void> renew(List<String> auditIds) {
        return update(RENEW, auditIds);
    }

    private Uni<Void> update(String sql, List<String> auditIds) {
        return pool.preparedQuery(sql)
                .execute(Tuple.tuple().addValue(uuids(auditIds.stream())))
                .replaceWithVoid();
    }

    @Override
    public Uni<List<AuditRecord>> claim() {
        return pool.query(CLAIM).execute().map(rows -> {
            List<AuditRecord> claimed = new ArrayList<>();
            rows.forEach(row -> claimed.add(read(row)));
            return claimed;
        });
    }

    private static AuditRecord read(Row row) {
        try {
            return new AuditRecord(
                    new ConversationKey(row.getString(0)),
                    ProtocolCodec.decode(row.getString(1).getBytes(StandardCharsets.UTF_8), AuditEntry.class));
        } catch (UndecodableException e) {
            throw new IllegalStateException("a stored audit entry is unreadable", e);
        }
    }
}
