package dev.agenthost.context.audit.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.agenthost.context.fixture.Database;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutboxAuditRecorderTest {
    private static Database database;

    private final List<AuditEntry> published = new CopyOnWriteArrayList<>();
    private boolean brokerIsUnavailable;
    private final OutboxAuditRecorder changes = new OutboxAuditRecorder(database.pool(), this::send);

    private Uni<Void> send(AuditEntry entry) {
        return Uni.createFrom().item(() -> {
            if (brokerIsUnavailable) {
                throw new IllegalStateException("away");
            }
            published.add(entry);
            return null;
        });
    }

    @BeforeAll
    static void open() {
        database = new Database();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void empty() {
        database.rows("truncate context.audit_outbox");
    }

    /** Records one read in a separate process whose broker never answers, and does not exit. */
    public static void main(String[] arguments) throws InterruptedException {
        Pool pool = Pool.newInstance(PgBuilder.pool()
                .connectingTo(PgConnectOptions.fromUri(arguments[0])
                        .setUser(arguments[1])
                        .setPassword(arguments[1]))
                .using(Vertx.vertx())
                .build());
        new OutboxAuditRecorder(pool, entry -> Uni.createFrom().nothing())
                .read("w", "key-1", "conversation.export", "conversation/b/c", "thread t")
                .subscribe()
                .with(recorded -> System.out.println("recorded"), Throwable::printStackTrace);
        Thread.sleep(Duration.ofMinutes(5));
    }

    @Test
    void aRecordedReadSurvivesItsProcess() throws Exception {
        DatabaseAddress at = database.address();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OutboxAuditRecorderTest.class.getName(),
                        at.reactiveUrl(),
                        at.user())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = process.inputReader()) {
            assertThat(lines.lines().filter("recorded"::equals).findFirst()).isPresent();
        } finally {
            process.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
        }
        assertThat(await(changes.step())).isFalse();
        assertThat(published).as("what is fresh is its writer's").isEmpty();
        age();

        await(changes.step());

        assertThat(published).singleElement().satisfies(entry -> {
            assertThat(entry.service()).isEqualTo("context-store");
            assertThat(entry.workspaceId()).isEqualTo("w");
            assertThat(entry.actor()).isEqualTo("key-1");
            assertThat(entry.action()).isEqualTo("conversation.export");
            assertThat(entry.resource()).isEqualTo("conversation/b/c");
            assertThat(entry.detail()).isEqualTo("thread t");
        });
        assertThat(rows()).isZero();
    }

    @Test
    void whatIsPublishedIsDeleted() {
        await(changes.changed("w", "key-1", "file.delete", "file/f", null));

        await().atMost(Duration.ofSeconds(30)).until(() -> {
            changes.tick();
            return rows() == 0;
        });
        assertThat(published).hasSize(1);
    }

    @Test
    void entriesStayWhileTheBrokerIsUnavailable() {
        brokerIsUnavailable = true;
        for (int i = 0; i < OutboxAuditRecorder.MOST_CLAIMED + 1; i++) {
            await(changes.changed("w", "key-1", "file.delete", "file/" + i, null));
        }
        age();
        assertThat(await(changes.step())).isFalse();
        assertThat(rows()).isEqualTo(OutboxAuditRecorder.MOST_CLAIMED + 1);

        brokerIsUnavailable = false;
        age();
        assertThat(await(changes.step())).isTrue();
        assertThat(await(changes.step())).isFalse();

        assertThat(published).hasSize(OutboxAuditRecorder.MOST_CLAIMED + 1).doesNotHaveDuplicates();
        assertThat(rows()).isZero();
    }

    @Test
    void withoutTheOutboxEntriesAreOnlyPublishedAndWithoutBothAReadFails() {
        database.rows("alter table context.audit_outbox rename to audit_outbox_away");
        try {
            await(changes.read("w", "key-1", "raw_payload.read", "raw_payload/e", null));
            assertThat(published).hasSize(1);

            brokerIsUnavailable = true;
            assertThatThrownBy(() -> await(changes.read("w", "key-1", "raw_payload.read", "raw_payload/e", null)))
                    .hasMessage("away");
            await(changes.changed("w", "key-1", "file.delete", "file/f", null));
        } finally {
            database.rows("alter table context.audit_outbox_away rename to audit_outbox");
        }
    }

    private static void age() {
        database.rows("update context.audit_outbox set written_at = written_at - interval '11 seconds'");
    }

    private static long rows() {
        return database.rows("select count(*) from context.audit_outbox")
                .getFirst()
                .getLong(0);
    }
}
