package dev.agenthost.context.datalifecycle.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static dev.agenthost.context.fixture.Records.message;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.datalifecycle.Retention;
import dev.agenthost.context.datalifecycle.RetentionDays;
import dev.agenthost.context.datalifecycle.RetentionLimit;
import dev.agenthost.context.datalifecycle.RetentionRules;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Intake;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.platform.rest.WriteOutcome;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.event.EventEnvelope;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresRetentionRepositoryTest {
    private static final RetentionRules RULES = new RetentionRules(
            new RetentionLimit(100, 400),
            new RetentionLimit(50, 400),
            new RetentionLimit(30, 60),
            new RetentionLimit(100, 400),
            new RetentionLimit(7, 90));

    private final ConversationRef defaultDays = new ConversationRef("demo", "bot", "c", "");
    private final ConversationRef brief = new ConversationRef("brief", "bot", "c", "");
    private Database database;
    private Intake intake;
    private PostgresRetentionRepository retentions;

    @BeforeEach
    void open() {
        database = new Database();
        intake = new Intake(database);
        retentions = new PostgresRetentionRepository(database.pool(), RULES);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void retentionOfEachWorkspaceAppliesToItsConversations() {
        put("brief", new RetentionDays(10, null, null, null, null), new ExpectedVersion.Any());
        exchange(defaultDays, 120, "too old", 60, "kept");
        exchange(brief, 60, "too old too", 5, "kept too");

        steps();

        assertThat(texts()).containsExactlyInAnyOrder("kept", "answer kept", "kept too", "answer kept too");
        assertThat(database.count("from context.event_log where kind in ('event', 'result')"))
                .isEqualTo(6);
        // Numbers continue, so that cursors stay valid.
        intake.events(said(brief, "new"));
        assertThat(database.rows("select max(t.seq) from context.transcript t join context.conversations c"
                                + " on c.id = t.conversation where c.workspace_id = 'brief'")
                        .getFirst()
                        .getLong(0))
                .isEqualTo(5);
    }

    @Test
    void timesOfBotsAndRunnersAreIrrelevant() {
        EventEnvelope event = said(defaultDays, "said long ago, they say");
        intake.events(event);
        run("update context.transcript set at = now() - interval '10 years'");
        run("update context.event_log set at = now() - interval '10 years'");

        steps();

        assertThat(texts()).containsExactly("said long ago, they say");
        assertThat(database.count("from context.event_log")).isEqualTo(1);
    }

    @Test
    void auditAndEventsOutsideConversationsHaveTheirOwnRetention() {
        outside("demo", "audit", 40);
        outside("demo", "audit", 60);
        outside("demo", "event", 60);
        outside("demo", "event", 120);
        outside("brief", "audit", 60);
        outside("zzz", "audit", 60);
        put("brief", new RetentionDays(null, 90, null, null, null), new ExpectedVersion.Any());

        steps();

        assertThat(database.rows("select workspace_id || ' ' || kind || ' ' || type from context.event_log"
                        + " where type ~ '^\\d' order by 1"))
                .extracting(row -> row.getString(0))
                .containsExactly("brief audit 60", "demo audit 40", "demo event 60");
    }

    @Test
    void manyRowsOutsideConversationsAreDeletedInSlices() {
        for (int i = 0; i < 3; i++) {
            run("insert into context.event_log (logged_at, workspace_id, kind, type, at, data, source)"
                    + " select now() - interval '60 days' + make_interval(secs => s), 'w" + i
                    + "', 'audit', 't', now(), '{}', 's' from generate_series(1, 2500) s");
        }

        steps();

        assertThat(database.count("from context.event_log")).isZero();
    }

    @Test
    void stateExpiresAfterItsLastWriteAndArtifactsByTheWorkspacesDays() {
        state("demo", "old", 120);
        state("demo", "young", 60);
        state("brief", "old", 60);
        artifact("brief", "before", 0);
        put("brief", new RetentionDays(null, null, 3, 30, null), new ExpectedVersion.Any());
        artifact("brief", "after", 0);
        artifact("demo", "usual", 0);

        steps();

        assertThat(database.rows("select name from context.state"))
                .extracting(row -> row.getString(0))
                .containsExactly("young");
        assertThat(database.rows("select artifact_id || ' ' || extract(day from expires_at - created_at)"
                        + " from context.artifacts order by 1"))
                .extracting(row -> row.getString(0))
                .containsExactly("after 3", "before 3", "usual 30");
    }

    @Test
    void expiredPartitionsAreDroppedOnceByConcurrentReplicas() {
        for (String month : List.of("2020_01", "2020_02")) {
            String first = month.replace('_', '-') + "-01";
            run("create table context.event_log_" + month + " partition of context.event_log for values from ('" + first
                    + " 00:00+00') to (timestamptz '" + first + " 00:00+00' + interval '1 month')");
        }
        run("insert into context.event_log (logged_at, workspace_id, kind, type, at, data, source)"
                + " values ('2020-01-15', 'w', 'event', 't', now(), '{}', 's')");
        run("select context.prepare_event_log_v1(2)");

        List<Integer> dropped = await(Uni.join()
                .all(IntStream.range(0, 4).mapToObj(i -> retentions.drop()).toList())
                .andFailFast());

        assertThat(dropped.stream().mapToInt(i -> i).sum()).isEqualTo(2);
        assertThat(database.count("from pg_inherits where inhparent = 'context.event_log'::regclass"))
                .isEqualTo(4);
        assertThat(database.count("from context.event_log")).isZero();
        intake.events(said(defaultDays, "goes on"));
        assertThat(texts()).containsExactly("goes on");
    }

    @Test
    void aPartitionWithinTheRetentionOfOneWorkspaceStays() {
        run("create table context.event_log_2020_01 partition of context.event_log"
                + " for values from ('2020-01-01 00:00+00') to ('2020-02-01 00:00+00')");
        PostgresRetentionRepository patient = new PostgresRetentionRepository(
                database.pool(),
                new RetentionRules(
                        new RetentionLimit(100, 36_500),
                        new RetentionLimit(50, 400),
                        new RetentionLimit(30, 60),
                        new RetentionLimit(100, 400),
                        new RetentionLimit(7, 90)));
        put("demo", new RetentionDays(36_000, null, null, null, null), new ExpectedVersion.Any());

        assertThat(await(patient.drop())).isZero();
        assertThat(await(retentions.drop())).isEqualTo(1);
    }

    @Test
    void aPassRunsOnceADayAndAfterEveryChange() {
        steps();
        assertThat(await(retentions.step())).isFalse();
        exchange(defaultDays, 120, "too old", 60, "kept");
        assertThat(await(retentions.step())).isFalse();
        assertThat(texts()).contains("too old");

        put("elsewhere", RetentionDays.NONE, new ExpectedVersion.Any());
        put("elsewhere", new RetentionDays(10, null, null, null, null), new ExpectedVersion.Any());
        steps();
        assertThat(texts()).doesNotContain("too old");
        assertThat(put("elsewhere", new RetentionDays(10, null, null, null, null), new ExpectedVersion.Exactly(2)))
                .isEqualTo(new WriteOutcome.Done<>(
                        new Retention(new RetentionDays(10, null, null, null, null), 2), false));
        assertThat(await(retentions.step())).isFalse();

        run("update context.retention_pass set done_at = now() - interval '21 hours'");
        assertThat(await(retentions.step())).isTrue();
    }

    @Test
    void repeatedChangesDoNotPreventTheEndOfAPass() {
        state("demo", "old", 120);

        for (int i = 0; i < 20; i++) {
            put("restless", new RetentionDays(10 + i, null, null, null, null), new ExpectedVersion.Any());
            await(retentions.step());
        }

        assertThat(database.count("from context.state")).isZero();
        steps();
        steps();
        assertThat(database.count("from context.retention_pass where done_at is not null and not rerun"))
                .isEqualTo(1);
    }

    @Test
    void aPartitionInUseIsSkipped() {
        run("create table context.event_log_2020_01 partition of context.event_log"
                + " for values from ('2020-01-01 00:00+00') to ('2020-02-01 00:00+00')");
        SqlConnection reader = await(database.pool().getConnection());
        await(reader.query("begin; select count(*) from context.event_log").execute());

        assertThat(await(retentions.drop())).isZero();
        await(reader.query("rollback").execute());
        await(reader.close());

        assertThat(await(retentions.drop())).isEqualTo(1);
    }

    @Test
    void twoConcurrentReplicasAreSafe() {
        exchange(defaultDays, 120, "too old", 60, "kept");
        PostgresRetentionRepository second = new PostgresRetentionRepository(database.pool(), RULES);

        for (int i = 0; i < 20; i++) {
            await(Uni.join().all(retentions.step(), second.step()).andFailFast());
        }

        assertThat(texts()).containsExactly("kept", "answer kept");
    }

    @Test
    void aChangeRequiresTheExpectedVersionAndIsAudited() {
        assertThat(await(retentions.find("demo"))).isEqualTo(Retention.NONE);
        RetentionDays ten = new RetentionDays(10, null, null, null, null);
        assertThat(put("demo", ten, new ExpectedVersion.Exactly(1))).isEqualTo(new WriteOutcome.Stale<>(0));
        assertThat(put("demo", ten, new ExpectedVersion.Exactly(0)))
                .isEqualTo(new WriteOutcome.Done<>(new Retention(ten, 1), true));
        assertThat(put("demo", ten, new ExpectedVersion.Exactly(0))).isEqualTo(new WriteOutcome.Stale<>(1));
        assertThat(put("demo", RetentionDays.NONE, new ExpectedVersion.Exactly(1)))
                .isEqualTo(new WriteOutcome.Done<>(new Retention(RetentionDays.NONE, 2), false));
        assertThat(await(retentions.find("demo"))).isEqualTo(new Retention(RetentionDays.NONE, 2));
        assertThat(await(retentions.find("other"))).isEqualTo(Retention.NONE);
        assertThat(database.count("from context.event_log where kind = 'audit' and type = 'retention.update'"))
                .isEqualTo(2);
    }

    @Test
    void theRecordOfADelegationLivesLongerThanAnyDataOfItsConversation() {
        delegation("delegation:old", 150, 150);
        delegation("delegation:used", 150, 5);
        delegation("delegation:young", 130, 130);
        delegation("delegation:erased", 150, 150);
        run("update context.delegated_conversations set erasure_id = gen_random_uuid()"
                + " where conversation_id = 'delegation:erased'");

        steps();
        run("update context.retention_pass set done_at = now() - interval '2 days'");
        steps();

        assertThat(database.rows("select conversation_id from context.delegated_conversations"))
                .extracting(row -> row.getString(0))
                .containsExactlyInAnyOrder("delegation:used", "delegation:young", "delegation:erased");
    }

    private void delegation(String conversation, int age, int lastEntry) {
        store(new ConversationRef("demo", "bot", conversation, ""), "task", lastEntry);
        run("insert into context.delegated_conversations (workspace_id, bot_id, conversation_id, recorded_at)"
                + " values ('demo', 'bot', '" + conversation + "', now() - interval '" + age + " days')");
    }

    private void exchange(ConversationRef where, int firstAge, String first, int secondAge, String second) {
        store(where, first, firstAge);
        store(where, second, secondAge);
    }

    private void store(ConversationRef where, String text, int age) {
        EventEnvelope event = said(where, text);
        intake.events(event);
        intake.results(results(event, 1, 1, started(event, null), message("answer " + text)));
        for (String table : List.of("event_log", "transcript")) {
            run("update context." + table + " set logged_at = now() - interval '" + age
                    + " days' where logged_at > now() - interval '1 day'");
        }
    }

    private void outside(String workspace, String kind, int age) {
        run(
                "insert into context.event_log (logged_at, workspace_id, kind, type, at, data, source) values (now() - interval '"
                        + age + " days', '" + workspace + "', '" + kind + "', '" + age + "', now(), '{}', 's')");
    }

    private void state(String workspace, String name, int age) {
        run(
                "insert into context.state (workspace_id, bot_id, binding_id, runner_id, scope, subject, name, value, etag, written_at)"
                        + " values ('" + workspace + "', 'b', 'b', 'r', 'runner', '', '" + name
                        + "', '1', 'e', now() - interval '"
                        + age + " days')");
    }

    private void artifact(String workspace, String id, int age) {
        run("insert into context.artifact_contents values ('" + workspace + "', 'x') on conflict do nothing");
        run(
                "insert into context.artifacts (workspace_id, run_id, artifact_id, attempt, bot_id, runner_id, artifact_type,"
                        + " mime_type, size_bytes, sha256, metadata, created_at, expires_at) values ('" + workspace
                        + "', gen_random_uuid(), '" + id
                        + "', 1, 'b', 'r', 'file', 'text/plain', 0, 'x', '{}', now() - interval '"
                        + age + " days', now() + interval '" + (30 - age) + " days')");
    }

    private WriteOutcome<Retention> put(String workspace, RetentionDays days, ExpectedVersion expected) {
        AuditEntry audit = new AuditEntry(
                UUID.randomUUID().toString(),
                Records.NOW,
                "context-store",
                workspace,
                null,
                null,
                "k",
                "retention.update",
                null,
                null,
                AuditResult.ALLOWED,
                null,
                null);
        return await(retentions.put(workspace, days, expected, audit));
    }

    private void steps() {
        int steps = 0;
        while (await(retentions.step())) {
            assertThat(steps++).isLessThan(100);
        }
    }

    private void run(String sql) {
        await(database.pool().query(sql).execute());
    }

    private List<String> texts() {
        return database.rows("select content from context.transcript order by conversation, seq").stream()
                .map(row -> row.getString(0))
                .toList();
    }
}
