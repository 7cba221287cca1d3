package dev.agenthost.context.audit.postgres;

import dev.agenthost.context.audit.AuditProducer;
import dev.agenthost.context.audit.AuditRecorder;
import dev.agenthost.platform.postgres.ChangeJournal;
import dev.agenthost.platform.postgres.UnflushedCommit;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Records entries by {@code context.audit_outbox}: commits them there, publishes, then deletes them, with others, within a second. Any replica claims entries that
 * stay there for ten seconds and publishes them again, with the same id. If the outbox is unavailable, entries are only published.
 */
@Singleton
public final class OutboxAuditRecorder implements AuditRecorder, ChangeJournal {
    /** The most entries of one {@link #step()}. */
    static final int MOST_CLAIMED = 500;

    private static final System.Logger LOG = System.getLogger(OutboxAuditRecorder.class.getName());
    private static final String SERVICE = "context-store";

    private static final String PUT = "insert into context.audit_outbox (audit_id, entry) values ($1, $2)";

    /** Does not wait for the disk: a row that a crash of PostgreSQL restores is published again, with the same id. */
    private static final String DELETE = """
            with %s
            delete from context.audit_outbox using unflushed where audit_id = any ($1::uuid[])""".formatted(UnflushedCommit.CTE);

    private static final String CLAIM = """
            update context.audit_outbox o set written_at = clock_timestamp()
            from (select a.audit_id from context.audit_outbox a where a.written_at < clock_timestamp() - interval '10 seconds'
                  order by a.written_at limit %d for update skip locked) as old
            where o.audit_id = old.audit_id returning o.entry
            """.formatted(MOST_CLAIMED);

    /** Time limit of the outbox, and of the topic without the outbox, because a request waits. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final Pool pool;
    private final AuditProducer producer;
    private final Queue<String> deletable = new ConcurrentLinkedQueue<>();

    public OutboxAuditRecorder(Pool pool, AuditProducer producer) {
        this.pool = pool;
        this.producer = producer;
    }

    @Override
    public Uni<Void> changed(
            String workspaceId, String keyId, String action, String resource, @Nullable String version) {
        return record(entry(workspaceId, keyId, action, resource, version, null))
                .onFailure()
                .invoke(why -> LOG.log(
                        System.Logger.Level.WARNING,
                        "an audit entry is not recorded: {0} {1}: {2}",
                        action,
                        resource,
                        why))
                .onFailure()
                .recoverWithNull();
    }

    @Override
    public Uni<Void> read(
            String workspaceId, @Nullable String keyId, String action, String resource, @Nullable String detail) {
        return record(entry(workspaceId, keyId, action, resource, null, detail));
    }

    @Override
    public String service() {
        return SERVICE;
    }

    @Override
    public Uni<Void> record(SqlConnection transaction, AuditEntry entry) {
        return put(transaction, entry);
    }

    /** Publishes an entry that is in the outbox; one that fails stays there. */
    @Override
    public void committed(AuditEntry entry) {
        producer.send(entry).subscribe().with(sent -> deletable.add(entry.auditId()), why -> {});
    }

    /** Each second: deletes the rows of the entries that are published. */
    public void tick() {
        List<String> ids = new ArrayList<>();
        for (String id = deletable.poll(); id != null; id = deletable.poll()) {
            ids.add(id);
        }
        if (!ids.isEmpty()) {
            delete(ids).subscribe().with(deleted -> {}, why -> {});
        }
    }

    private static Uni<Void> put(SqlClient client, AuditEntry entry) {
        String text = new String(ProtocolCodec.encode(entry), StandardCharsets.UTF_8);
        return client.preparedQuery(PUT)
                .execute(Tuple.of(UUID.fromString(entry.auditId()), text))
                .replaceWithVoid();
    }

    private Uni<Void> record(AuditEntry entry) {
        return put(pool, entry)
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .invoke(() -> committed(entry))
                .onFailure()
                .recoverWithUni(
                        () -> producer.send(entry).ifNoItem().after(LIMIT).fail());
    }

    /** Publishes entries that stayed in the outbox. @return whether there may be more */
    public Uni<Boolean> step() {
        return pool.query(CLAIM)
                .execute()
                .chain(rows -> Multi.createFrom()
                        .iterable(rows)
                        .map(OutboxAuditRecorder::read)
                        .onItem()
                        .transformToUniAndMerge(entry -> producer.send(entry)
                                .replaceWith(entry.auditId())
                                .onFailure()
                                .recoverWithNull())
                        .collect()
                        .asList())
                .chain(sent -> delete(sent).replaceWith(sent.size() == MOST_CLAIMED));
    }

    private Uni<Void> delete(List<String> auditIds) {
        List<UUID> ids = new ArrayList<>();
        auditIds.forEach(id -> ids.add(UUID.fromString(id)));
        return pool.preparedQuery(DELETE)
                .execute(Tuple.tuple().addValue(ids.toArray(UUID[]::new)))
                .replaceWithVoid();
    }

    private static AuditEntry read(Row row) {
        try {
            return ProtocolCodec.decode(row.getString(0).getBytes(StandardCharsets.UTF_8), AuditEntry.class);
        } catch (UndecodableException e) {
            throw new IllegalStateException("an audit entry that we wrote cannot be read", e);
        }
    }

    private static AuditEntry entry(
            String workspaceId,
            @Nullable String keyId,
            String action,
            String resource,
            @Nullable String scope,
            @Nullable String detail) {
        return AuditEntry.allowed(
                UUID.randomUUID().toString(),
                Instant.now(),
                SERVICE,
                workspaceId,
                keyId,
                action,
                resource,
                scope,
                detail);
    }
}
