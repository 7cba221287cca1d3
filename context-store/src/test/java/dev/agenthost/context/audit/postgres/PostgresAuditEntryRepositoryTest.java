package dev.agenthost.context.audit.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.audit.AuditFilter;
import dev.agenthost.context.audit.AuditPosition;
import dev.agenthost.context.audit.AuditSlice;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Intake;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresAuditEntryRepositoryTest {
    private static final AuditFilter ALL = new AuditFilter("demo", null, null, null);

    private Database database;
    private PostgresAuditEntryRepository audit;
    private Intake intake;

    @BeforeEach
    void open() {
        database = new Database();
        audit = new PostgresAuditEntryRepository(database.pool());
        intake = new Intake(database);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void anEntryIsReadUnchanged() {
        EventEnvelope event = said(conversation("c"), "one");
        var entry = Records.audit(event);
        intake.audit(entry);

        assertThat(read(ALL, 10)).containsExactly(ProtocolCodec.<JsonNode>tree(entry));
    }

    @Test
    void pagesContinueNewestFirst() {
        insert("demo", "state_set", null, 25);

        List<Integer> seen = new ArrayList<>();
        AuditPosition before = AuditPosition.NEWEST;
        while (before != null) {
            AuditSlice slice = await(audit.page(ALL, before, 10));
            slice.entries().forEach(entry -> seen.add(entry.path("n").asInt()));
            before = slice.next();
        }

        assertThat(seen).hasSize(25).isSortedAccordingTo((a, b) -> b - a);
    }

    @Test
    void entriesOfAnotherWorkspaceAreExcluded() {
        insert("other", "state_set", null, 3);

        assertThat(read(ALL, 10)).isEmpty();
        assertThat(read(new AuditFilter("demo", null, null, "state_set"), 10)).isEmpty();
    }

    @Test
    void filtersByRunConversationAndAction() {
        EventEnvelope one = said(conversation("c"), "one");
        EventEnvelope two = said(conversation("c2"), "two");
        intake.events(one, two);
        intake.results(results(one, 1, 1, started(one, null)), results(two, 1, 1, started(two, null)));
        intake.audit(Records.audit(one), Records.audit(two));
        insert("demo", "retention.update", null, 2);
        AuditFilter.Conversation c = new AuditFilter.Conversation("bot", "c");

        assertThat(runs(new AuditFilter("demo", run(one).value(), null, null))).containsExactly(run(one).toString());
        assertThat(runs(new AuditFilter("demo", null, c, null))).containsExactly(run(one).toString());
        assertThat(runs(new AuditFilter("demo", run(two).value(), c, null))).isEmpty();
        assertThat(read(new AuditFilter("demo", null, null, "retention.update"), 10))
                .hasSize(2);
        assertThat(read(new AuditFilter("demo", UUID.randomUUID(), null, null), 10))
                .isEmpty();
        assertThat(read(new AuditFilter("demo", null, new AuditFilter.Conversation("other", "c"), null), 10))
                .isEmpty();
        assertThat(read(new AuditFilter("other", run(one).value(), null, null), 10))
                .isEmpty();
    }

    /** A page reads a bounded number of entries and returns its position, also if matching entries are rare and old. */
    @Test
    void onePageReadsABoundedNumberOfEntries() {
        UUID rare = UUID.randomUUID();
        insert("demo", "call_tool", rare, 1);
        insert("demo", "state_set", null, PostgresAuditEntryRepository.READ_LIMIT + 10);
        AuditFilter filter = new AuditFilter("demo", rare, null, null);

        AuditSlice first = await(audit.page(filter, AuditPosition.NEWEST, 10));
        assertThat(first.entries()).isEmpty();
        assertThat(first.next()).isNotNull();
        AuditSlice second = await(audit.page(filter, first.next(), 10));
        assertThat(second.entries()).hasSize(1);
        assertThat(second.next()).isNull();
    }

    @Test
    void aPageEndsAtFourMebibytes() {
        database.rows("""
                insert into context.event_log (workspace_id, kind, type, at, data, source)
                select 'demo', 'audit', 'grant', now(), jsonb_build_object('n', n, 'detail', repeat('x', 1500000)), 's'
                from generate_series(1, 5) n""");

        AuditSlice first = await(audit.page(ALL, AuditPosition.NEWEST, 100));
        assertThat(first.entries()).hasSize(2);
        assertThat(await(audit.page(ALL, first.next(), 100)).entries()).hasSize(2);
    }

    @Test
    void aPageIsReadFromTheIndexOfWhatIsOutsideConversations() {
        insert("demo", "state_set", null, 20_000);
        database.rows("analyze context.event_log");

        StringBuilder plan = new StringBuilder();
        await(database.pool()
                        .preparedQuery("explain " + PostgresAuditEntryRepository.PAGE)
                        .execute(io.vertx.mutiny.sqlclient.Tuple.tuple()
                                .addString("demo")
                                .addOffsetDateTime(
                                        AuditPosition.NEWEST.loggedAt().atOffset(ZoneOffset.UTC))
                                .addLong(Long.MAX_VALUE)
                                .addInteger(51)
                                .addUUID(null)
                                .addString(null)
                                .addString(null)
                                .addString(null)
                                .addInteger(50)))
                .forEach(row -> plan.append(row.getString(0)).append('\n'));

        assertThat(plan.toString()).contains("workspace_id_logged_at_idx");
    }

    private void insert(String workspace, String action, UUID run, int many) {
        database.rows("""
                insert into context.event_log (workspace_id, kind, type, run_id, at, data, source, logged_at)
                select '%s', 'audit', '%s', %s, now(), jsonb_build_object('n', n), 's', now() + n * interval '1 microsecond'
                from generate_series(1, %d) n""".formatted(workspace, action, run == null ? "null" : "'" + run + "'", many));
    }

    private List<String> runs(AuditFilter filter) {
        return read(filter, 10).stream()
                .map(entry -> entry.path("run_id").asText())
                .toList();
    }

    private List<JsonNode> read(AuditFilter filter, int limit) {
        return await(audit.page(filter, AuditPosition.NEWEST, limit)).entries();
    }
}
