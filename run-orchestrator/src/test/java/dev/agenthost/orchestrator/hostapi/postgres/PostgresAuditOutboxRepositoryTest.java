package dev.agenthost.orchestrator.hostapi.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.orchestrator.RunsDatabase;
import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.orchestrator.hostapi.audit.OutboxAuditTrail;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresAuditOutboxRepositoryTest {
    private static final ConversationKey KEY = new ConversationKey("w/b/c/");
    private static RunsDatabase database;
    private static Pool pool;

    private final PostgresAuditOutboxRepository outbox = new PostgresAuditOutboxRepository(pool);

    @BeforeAll
    static void open() {
        database = RunsDatabase.fresh();
        pool = database.pool();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void empty() {
        run("TRUNCATE runs.audit_outbox");
    }

    /** A process that ends after a commit and before the publication. */
    @Test
    void anotherReplicaPublishesEntriesOfADeadProcess() {
        OutboxAuditTrail dead =
                new OutboxAuditTrail(outbox, record -> Uni.createFrom().nothing());
        AuditEntry refusal = entry("no tool-\u0000");
        done(dead.record(KEY, refusal));
        List<AuditRecord> published = new CopyOnWriteArrayList<>();
        OutboxAuditTrail other =
                new OutboxAuditTrail(new PostgresAuditOutboxRepository(pool), record -> Uni.createFrom()
                        .item(() -> {
                            published.add(record);
                            return null;
                        }));
        run("UPDATE runs.audit_outbox SET written_at = written_at - interval '11 seconds'");

        other.sweep();

        await().atMost(Duration.ofSeconds(30)).until(() -> count() == 0);
        assertThat(published).containsExactly(new AuditRecord(KEY, refusal));
    }

    @Test
    void claimsOnlyOldUnclaimedEntries() {
        done(outbox.put(new AuditRecord(KEY, entry("a")), Optional.empty()));
        assertThat(done(outbox.claim())).isEmpty();

        run("UPDATE runs.audit_outbox SET written_at = written_at - interval '11 seconds'");
        assertThat(done(outbox.claim())).hasSize(1);
        assertThat(done(outbox.claim())).isEmpty();
    }

    @Test
    void doesNotClaimARenewedRow() {
        AuditEntry intent = entry("intent");
        AuditEntry other = entry("other");
        done(outbox.put(new AuditRecord(KEY, intent), Optional.empty()));
        done(outbox.put(new AuditRecord(KEY, other), Optional.empty()));
        run("UPDATE runs.audit_outbox SET written_at = written_at - interval '11 seconds'");

        done(outbox.renew(List.of(intent.auditId())));

        assertThat(done(outbox.claim())).containsExactly(new AuditRecord(KEY, other));
    }

    @Test
    void anOutcomeAndItsIntentAreReplacedByOneCommit() {
        AuditEntry intent = entry("intent");
        AuditEntry outcome = entry("outcome");
        done(outbox.put(new AuditRecord(KEY, intent), Optional.empty()));

        done(outbox.put(new AuditRecord(KEY, outcome), Optional.of(intent.auditId())));

        run("UPDATE runs.audit_outbox SET written_at = written_at - interval '11 seconds'");
        assertThat(done(outbox.claim())).containsExactly(new AuditRecord(KEY, outcome));
    }

    @Test
    void onlyTheCommitOfANewEntryWaitsForTheDisk() {
        run("""
                CREATE TABLE flushes (change text, waits text);
                CREATE FUNCTION note_flush() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    INSERT INTO flushes VALUES (TG_OP, current_setting('synchronous_commit'));
                    RETURN NULL;
                END $$;
                CREATE TRIGGER note_flush AFTER INSERT OR UPDATE OR DELETE ON runs.audit_outbox
                FOR EACH ROW EXECUTE FUNCTION note_flush()""");
        try {
            AuditEntry intent = entry("intent");
            AuditEntry outcome = entry("outcome");
            done(outbox.put(new AuditRecord(KEY, intent), Optional.empty()));
            assertThat(flushes()).containsExactly("INSERT on");
            run("UPDATE runs.audit_outbox SET written_at = written_at - interval '5 seconds'; DELETE FROM flushes");

            done(outbox.renew(List.of(intent.auditId())));
            done(outbox.put(new AuditRecord(KEY, outcome), Optional.of(intent.auditId())));
            done(outbox.delete(List.of(outcome.auditId())));

            assertThat(flushes()).containsExactlyInAnyOrder("UPDATE off", "INSERT off", "DELETE off", "DELETE off");
            assertThat(count()).isZero();
            done(outbox.put(new AuditRecord(KEY, entry("next")), Optional.empty()));
            assertThat(flushes()).contains("INSERT on");
        } finally {
            run("DROP TRIGGER note_flush ON runs.audit_outbox; DROP FUNCTION note_flush(); DROP TABLE flushes");
        }
    }

    private static List<String> flushes() {
        List<String> flushes = new ArrayList<>();
        done(pool.query("SELECT change || ' ' || waits FROM flushes").execute())
                .forEach(row -> flushes.add(row.getString(0)));
        return flushes;
    }

    @Test
    void batchesConcurrentEntries() {
        List<AuditRecord> many = IntStream.range(0, 1000)
                .mapToObj(i -> new AuditRecord(KEY, entry("entry " + i)))
                .toList();
        done(Uni.join()
                .all(many.stream()
                        .map(entry -> outbox.put(entry, Optional.empty()))
                        .toList())
                .andCollectFailures());
        assertThat(count()).isEqualTo(1000);
        assertThat(one("SELECT count(DISTINCT xmin::text) FROM runs.audit_outbox"))
                .isLessThan(100);

        done(outbox.delete(many.stream().map(record -> record.entry().auditId()).toList()));
        assertThat(count()).isZero();
    }

    private static AuditEntry entry(String detail) {
        return new AuditEntry(
                UUID.randomUUID().toString(),
                Instant.parse("2026-11-21T10:00:00Z"),
                "run-orchestrator",
                "w",
                null,
                null,
                null,
                "call_tool",
                "t",
                "conversation",
                AuditResult.DENIED,
                "unauthorized",
                detail);
    }

    private static long count() {
        return one("SELECT count(*) FROM runs.audit_outbox");
    }

    private static long one(String sql) {
        return done(pool.query(sql).execute()).iterator().next().getLong(0);
    }

    private static void run(String sql) {
        done(pool.query(sql).execute());
    }

    private static <T> T done(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(30));
    }
}
