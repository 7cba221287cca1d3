package dev.agenthost.context.state.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.agenthost.context.audit.postgres.OutboxAuditRecorder;
import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.run.postgres.PostgresRunStartRepository;
import dev.agenthost.context.state.ConditionalChange;
import dev.agenthost.context.state.StateCondition;
import dev.agenthost.context.state.StateKey;
import dev.agenthost.context.state.StateWrite;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateScopeKey;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that a change of state and its audit entry are committed together. */
class StateAuditTest {
    private static final StateCondition ANY = new StateCondition.Any();
    private static final StateCondition ABSENT = new StateCondition.Absent();

    private static Database database;
    private static PostgresStateRepository store;

    private final UUID run = UUID.randomUUID();
    private final List<AuditEntry> published = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void start() {
        database = new Database();
        store = new PostgresStateRepository(database.pool());
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void aRunIsOpen() {
        database.rows("truncate context.audit_outbox");
        await(new PostgresRunStartRepository(database.pool())
                .open(new RunContextQuestion(
                        "w", new RunId(run), 1, new EventId(run), "bot", "c", null, List.of(scope(run)))));
    }

    /** Sets a value in a separate process, which publishes nothing and does not exit. */
    public static void main(String[] arguments) throws InterruptedException {
        Pool pool = Pool.newInstance(PgBuilder.pool()
                .connectingTo(PgConnectOptions.fromUri(arguments[0])
                        .setUser(arguments[1])
                        .setPassword(arguments[1]))
                .using(Vertx.vertx())
                .build());
        UUID run = UUID.fromString(arguments[2]);
        new PostgresStateRepository(pool)
                .set(claim(run, "o1"), key(run, "n"), IntNode.valueOf(7), ANY)
                .subscribe()
                .with(written -> System.out.println("written"), Throwable::printStackTrace);
        Thread.sleep(Duration.ofMinutes(5));
    }

    @Test
    void theEntryOfAChangeWhoseProcessIsKilledIsPublishedOnce() throws Exception {
        DatabaseAddress at = database.address();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StateAuditTest.class.getName(),
                        at.reactiveUrl(),
                        at.user(),
                        run.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = process.inputReader()) {
            assertThat(lines.lines().filter("written"::equals).findFirst()).isPresent();
        } finally {
            process.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
        }
        assertThat(set("o1", 7, ANY)).as("the repetition of the caller").isEqualTo(new StateWrite.Written(true));
        database.rows("update context.audit_outbox set written_at = written_at - interval '11 seconds'");

        OutboxAuditRecorder other = new OutboxAuditRecorder(
                database.pool(), entry -> Uni.createFrom().item(() -> {
                    published.add(entry);
                    return null;
                }));
        await(other.step());
        await(other.step());

        assertThat(published).singleElement().isEqualTo(entry(run, "o1"));
        assertThat(entries()).isZero();
    }

    @Test
    void severalChangesHaveOneEntry() {
        StateWrite written = await(store.apply(
                claim(run, "o1"),
                scope(run),
                List.of(
                        new ConditionalChange("a", IntNode.valueOf(1), ANY),
                        new ConditionalChange("b", IntNode.valueOf(2), ANY))));

        assertThat(written).isEqualTo(new StateWrite.Written(true));
        assertThat(entries()).isEqualTo(1);
    }

    @Test
    void aDeletionOfNothingHasAnEntry() {
        assertThat(await(store.delete(claim(run, "o1"), key(run, "n"), ANY))).isEqualTo(new StateWrite.Written(false));
        assertThat(entries()).isEqualTo(1);
    }

    @Test
    void aRefusedChangeHasNone() {
        set("o1", 1, ANY);
        database.rows("truncate context.audit_outbox");

        assertThat(set("o2", 2, ABSENT)).isEqualTo(new StateWrite.Stale());
        assertThat(await(store.apply(
                        claim(run, "o3"), scope(run), List.of(new ConditionalChange("n", IntNode.valueOf(2), ABSENT)))))
                .isEqualTo(new StateWrite.Stale());
        assertThat(entries()).isZero();
    }

    @Test
    void aChangeWhoseEntryCannotBeStoredIsNotMade() {
        database.rows("alter table context.audit_outbox add constraint closed check (false) not valid");
        try {
            assertThatThrownBy(() -> set("o1", 1, ANY)).hasMessageContaining("closed");
        } finally {
            database.rows("alter table context.audit_outbox drop constraint closed");
        }
        assertThat(await(store.get(key(run, "n"))).value()).isNull();

        assertThat(set("o1", 1, ANY)).as("repeated").isEqualTo(new StateWrite.Written(true));
        assertThat(entries()).isEqualTo(1);
    }

    private StateWrite set(String operation, int value, StateCondition condition) {
        return await(store.set(claim(run, operation), key(run, "n"), IntNode.valueOf(value), condition));
    }

    private static int entries() {
        return await(database.pool()
                        .query("select count(*)::int from context.audit_outbox")
                        .execute())
                .iterator()
                .next()
                .getInteger(0);
    }

    private static WriteClaim claim(UUID run, String operation) {
        return new WriteClaim("w", run, 1, operation).audited(entry(run, operation));
    }

    private static AuditEntry entry(UUID run, String operation) {
        return new AuditEntry(
                UUID.nameUUIDFromBytes((run + operation).getBytes()).toString(),
                Instant.EPOCH,
                "run-orchestrator",
                "w",
                new RunId(run),
                "plugin:agenthost/echo/default",
                "agenthost/echo",
                "state_set",
                "n",
                "conversation",
                AuditResult.ALLOWED,
                null,
                null);
    }

    private static StateKey key(UUID run, String name) {
        return new StateKey("w", scope(run), name);
    }

    private static StateScopeKey scope(UUID run) {
        return new StateScopeKey(
                StateScope.CONVERSATION, "bot", "b1", RunnerId.parse("plugin:agenthost/echo/default"), run.toString());
    }
}
