package dev.agenthost.context.transcript.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.receipt;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.CursorValidation;
import dev.agenthost.context.eventlog.Cursors;
import dev.agenthost.context.eventlog.TranscriptPosition;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Intake;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.context.transcript.EventLogRecord;
import dev.agenthost.context.transcript.EventRecords;
import dev.agenthost.context.transcript.EventsRequest;
import dev.agenthost.context.transcript.Slice;
import dev.agenthost.context.transcript.TranscriptPageRequest;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.hostapi.AgentEventRecord;
import dev.agenthost.protocol.hostapi.EventPage;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.ToolCallStarted;
import dev.agenthost.protocol.store.history.HistoryDirection;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests events, results and receipts of one conversation: results and receipts are returned only if their types are named. */
class MixedEventsTest {
    private static final Cursors CURSORS = new Cursors(List.of(new byte[16]));
    private static final List<String> ALL =
            List.of("message.received", "run.started", "tool.call.started", "run.failed", "delivery.delivered");

    private final ConversationRef here = conversation("c");
    private final EventRecords records = new EventRecords(CURSORS.series("events"), CURSORS);
    private final EventEnvelope first = said(here, "x".repeat(300));
    private Database database;
    private PostgresEventRepository events;

    @BeforeEach
    void aRunThatCallsAToolAndFails() {
        database = new Database();
        events = new PostgresEventRepository(database.pool());
        Intake intake = new Intake(database);
        intake.events(first);
        intake.results(results(
                first,
                1,
                1,
                started(first, null),
                new ToolCallStarted("t1", "add", Records.object().put("a", "secret")),
                new RunFailed("runner.error", "secret", false, null)));
        intake.receipts(receipt(first));
        intake.events(said(here, "two"));
        intake.audit(Records.audit(first));
        EventEnvelope elsewhere = said(conversation("elsewhere"), "there");
        intake.events(elsewhere);
        intake.results(results(elsewhere, 1, 1, started(elsewhere, null)));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void withoutTypesOnlyIncomingEventsAreReturned() {
        assertThat(types(List.of())).containsExactly("message.received", "message.received");
    }

    @Test
    void namedTypesReturnResultsAndReceipts() {
        assertThat(types(ALL))
                .containsExactly(
                        "message.received",
                        "delivery.delivered",
                        "run.failed",
                        "tool.call.started",
                        "run.started",
                        "message.received");
        assertThat(types(List.of("run.failed"))).containsExactly("run.failed");
        assertThat(types(List.of("state_set"))).as("the audit").isEmpty();
        assertThat(page(ALL, null, 100).toString()).doesNotContain("secret");
    }

    @Test
    void pagesOverAllKindsContinue() {
        List<Long> seen = new ArrayList<>();
        TranscriptPosition before = null;
        EventPage page;
        do {
            page = page(ALL, before, 1);
            page.items().forEach(item -> seen.add(item.seq()));
            before = page.hasMore() ? place(page.nextCursor()) : null;
        } while (page.hasMore());

        assertThat(seen).containsExactly(6L, 5L, 4L, 3L, 2L, 1L);
    }

    @Test
    void anEventIsFoundByIdInItsConversationOnly() {
        AgentEventRecord failed = page(List.of("run.failed"), null, 1).items().getFirst();

        assertThat(failed.eventId()).isEqualTo(run(first) + "/4");
        assertThat(await(events.find(here, failed.eventId())).map(found -> records.record(here, found)))
                .contains(failed);
        assertThat(await(events.find(conversation("elsewhere"), failed.eventId())))
                .isEmpty();
        assertThat(await(events.find(new ConversationRef("other", "bot", "c", ""), failed.eventId())))
                .isEmpty();
        assertThat(await(events.find(here, run(first) + "/1")))
                .as("an event is no fact")
                .isEmpty();
        assertThat(await(events.find(here, run(first) + "/99"))).isEmpty();
    }

    @Test
    void theWholeOfALongMessageIsReadWithItsInputRef() {
        AgentEventRecord longOne = records.record(
                here, await(events.find(here, first.eventId().toString())).orElseThrow());
        TranscriptPageRequest asked =
                new TranscriptPageRequest(here, placeOfMessage(longOne.inputRef()), null, 1, HistoryDirection.BACKWARD);

        var entry = await(new PostgresTranscriptRepository(database.pool()).read(asked))
                .items()
                .getFirst()
                .entry();

        assertThat(entry.eventId()).isEqualTo(longOne.eventId());
        assertThat(entry.content()).isEqualTo("x".repeat(300));
    }

    @Test
    void aPageIsReadFromTheIndexOfItsConversation() {
        database.rows("select context.prepare_event_log_v1(1)");
        database.rows("""
                insert into context.event_log (workspace_id, conversation, seq, kind, type, run_id, attempt, sequence, at, data, source)
                select 'demo', c.id, 10 + n, case n % 3 when 0 then 'event' when 1 then 'result' else 'receipt' end,
                    case n % 3 when 0 then 'message.received' when 1 then 'run.failed' else 'delivery.delivered' end,
                    '5a0c2a52-6d7f-5b8e-8a59-33c1c62b0a10', 1, n, now(), '{}', 's'
                from context.conversations c, generate_series(1, 20000) n where c.conversation_id = 'c'
                """);
        database.rows("analyze context.event_log");

        StringBuilder plan = new StringBuilder();
        await(database.pool()
                        .preparedQuery("explain " + PostgresEventRepository.PAGE)
                        .execute(ConversationQueries.in(here)
                                .addLong(Long.MAX_VALUE)
                                .addArrayOfString(ALL.toArray(String[]::new))
                                .addInteger(50)))
                .forEach(row -> plan.append(row.getString(0)).append('\n'));

        assertThat(plan.toString()).contains("conversation_seq_idx").doesNotContain("Seq Scan on event_log_2");
        assertThat(page(List.of("run.failed", "delivery.delivered"), null, 50).items())
                .hasSize(50);
    }

    private List<String> types(List<String> wanted) {
        return page(wanted, null, 100).items().stream()
                .map(AgentEventRecord::eventType)
                .toList();
    }

    private EventPage page(List<String> types, @Nullable TranscriptPosition before, int limit) {
        EventsRequest request = new EventsRequest(here, types, before, limit);
        Slice<EventLogRecord> found = await(events.page(request));
        return records.page(request, found);
    }

    private TranscriptPosition place(@Nullable String cursor) {
        return ((CursorValidation.Valid) CURSORS.series("events").read(here, String.valueOf(cursor))).position();
    }

    private TranscriptPosition placeOfMessage(@Nullable String cursor) {
        return ((CursorValidation.Valid) CURSORS.read(here, String.valueOf(cursor))).position();
    }
}
