package dev.agenthost.context.intake.postgres;

import static dev.agenthost.context.fixture.Records.audit;
import static dev.agenthost.context.fixture.Records.completed;
import static dev.agenthost.context.fixture.Records.message;
import static dev.agenthost.context.fixture.Records.receipt;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Intake;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.context.intake.BatchOutcome;
import dev.agenthost.context.intake.BatchRepository;
import dev.agenthost.context.intake.ResultPlan;
import dev.agenthost.context.transcript.lucene.LuceneAnalysis;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.message.ContentElement;
import dev.agenthost.protocol.result.ArtifactCreated;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two ways of one batch into the database: the short one, and the one for what is rare. */
class BatchColumnsTest {
    private static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");

    private static final List<String> ROWS = List.of(
            """
            select e.workspace_id, c.bot_id, c.conversation_id, c.thread_id, e.seq, e.transcript_seq, e.kind, e.type, e.event_id,
                e.run_id::text, e.attempt, e.sequence, e.at::text, e.data::text, e.usage::text, e.source, e.artifact_refs::text, e.item_type
            from context.event_log e left join context.conversations c on c.id = e.conversation order by e.id
            """,
            """
            select c.workspace_id, c.bot_id, c.conversation_id, c.thread_id, t.seq, t.transcript_id::text, t.event_id, t.run_id::text,
                t.role, t.content, t.content_json::text, t.artifact_refs::text, t.at::text, t.metadata::text, t.terms::text, t.item_type
            from context.transcript t join context.conversations c on c.id = t.conversation order by 1, 2, 3, 4, 5
            """,
            "select workspace_id, bot_id, conversation_id, thread_id, last_event_seq, last_transcript_seq"
                    + " from context.conversations order by 1, 2, 3, 4",
            "select c.conversation_id, c.thread_id, a.actor_id, a.in_group from context.conversation_actors a"
                    + " join context.conversations c on c.id = a.conversation order by 1, 2, 3",
            "select workspace_id, log_key from context.logged order by 1, 2",
            "select run_id::text, attempt, sequence, ended, event_id, message_fingerprints, pending_artifacts::text from context.runs order by 1",
            "select topic, partition, next_offset from context.applied_offsets order by 1, 2");

    private final ConversationRef here = new ConversationRef("demo", "bot", "c1", "");
    private final ConversationRef thread = new ConversationRef("demo", "bot", "c1", "t {\"\\},'");
    private final ConversationRef elsewhere = new ConversationRef("other", "bot", "c1", "");

    @Test
    void bothWaysWriteTheSameRows() {
        List<EventEnvelope> events = new ArrayList<>(List.of(
                said(here, "u1", "one, \"two\" and {three}", Records.NOW),
                said(thread, "u2", "你好，世界 \\ it's", Records.NOW.plusNanos(123_456_000)),
                said(elsewhere, "u1", "far away", Instant.parse("+90000-01-01T00:00:00Z")),
                Records.event(here, "message.reaction", AgentInput.text("")),
                Records.event(
                        here,
                        "message.received",
                        new AgentInput("look", List.of(ContentElement.text("look"), image()), List.of())),
                inGroup(said(thread, "u2", "in a group", Records.NOW))));
        IntStream.range(0, 40).forEach(i -> events.add(said(here, "u" + i % 3, "message " + i, Records.NOW)));
        Object[] answers = events.stream()
                .map(event -> results(
                        event,
                        1,
                        1,
                        started(event, null),
                        new ArtifactCreated(
                                "file",
                                "a1",
                                "text/plain",
                                "n",
                                5L,
                                "s",
                                Records.object(),
                                null,
                                null,
                                "what it is",
                                null),
                        message("re " + event.input().text()),
                        completed(null)))
                .toArray();

        EventEnvelope last = said(here, "u9", "the last", Records.NOW);
        Object[] audits = {audit(events.getFirst()), audit(events.getLast())};

        List<List<List<List<Object>>>> written = new ArrayList<>();
        for (boolean columns : new boolean[] {true, false}) {
            try (Database database = new Database()) {
                if (columns) {
                    database.rows("drop function context.apply_documents_v1");
                }
                Intake intake = columns ? new Intake(database) : new Intake(database, documents(database.pool()));
                intake.events(events.toArray());
                intake.results(answers);
                intake.receipts(receipt(events.getFirst()), receipt(events.getLast()));
                intake.audit(audits);
                intake.events(last);
                written.add(ROWS.stream().map(sql -> values(database, sql)).toList());
            }
        }
        for (int table = 0; table < ROWS.size(); table++) {
            assertThat(written.get(0).get(table))
                    .as(ROWS.get(table))
                    .isNotEmpty()
                    .isEqualTo(written.get(1).get(table));
        }
    }

    @Test
    void whatAnErasureThatIsDoneDoesNotConcernGoesTheShortWay() {
        try (Database database = new Database()) {
            Intake intake = new Intake(database);
            intake.events(said(here, "u1", "one", LONG_AGO));
            database.rows(
                    "insert into context.erasures (erasure_id, workspace_id, kind, bot_id, conversation_id, requested_at, done_at)"
                            + " values (gen_random_uuid(), 'demo', 'conversation', 'bot', 'c1', '2026-06-01', '2026-06-01')");

            database.rows("drop function context.apply_documents_v1");
            intake.events(said(here, "u1", "said afterwards", Records.NOW));

            assertThat(database.count("from context.transcript")).isEqualTo(2);
        }
    }

    /** The way of what is rare, for everything. */
    private static BatchRepository documents(Pool pool) {
        LuceneAnalysis analysis = new LuceneAnalysis();
        return batch -> RunRows.load(pool, batch.results())
                .map(marks -> ResultPlan.of(batch.results(), marks))
                .chain(plan -> pool.preparedQuery(BatchDocuments.CALL)
                        .execute(BatchDocuments.of(
                                batch, ProjectedEntry.of(batch.entries(), plan.entries()), plan.moved(), analysis)))
                .map(rows ->
                        rows.iterator().next().getBoolean(0) ? new BatchOutcome.Done() : new BatchOutcome.Overtaken());
    }

    private static List<List<Object>> values(Database database, String sql) {
        return database.rows(sql).stream().map(BatchColumnsTest::values).toList();
    }

    private static List<Object> values(Row row) {
        return IntStream.range(0, row.size())
                .mapToObj(i -> (Object) row.getValue(i))
                .collect(Collectors.toList());
    }

    private static ContentElement image() {
        ObjectNode address = Records.object().put("url", "https://example.org/a.png");
        return new ContentElement("image_url", null, address, null, null, null, null);
    }

    private static EventEnvelope inGroup(EventEnvelope event) {
        ObjectNode tree = ProtocolCodec.tree(event);
        try {
            return ProtocolCodec.decode(
                    tree.put("launcher_type", "group").put("launcher_id", "g1"), EventEnvelope.class);
        } catch (UndecodableException e) {
            throw new IllegalStateException(e);
        }
    }
}
