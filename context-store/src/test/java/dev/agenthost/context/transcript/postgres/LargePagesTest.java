package dev.agenthost.context.transcript.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.CursorValidation;
import dev.agenthost.context.eventlog.Cursors;
import dev.agenthost.context.eventlog.TranscriptPosition;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.context.transcript.EventLogRecord;
import dev.agenthost.context.transcript.EventRecords;
import dev.agenthost.context.transcript.EventsRequest;
import dev.agenthost.context.transcript.HistoryPageMapper;
import dev.agenthost.context.transcript.LoggedEvent;
import dev.agenthost.context.transcript.Slice;
import dev.agenthost.context.transcript.TranscriptPageRequest;
import dev.agenthost.protocol.hostapi.EventPage;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.hostapi.TranscriptItem;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.history.HistoryDirection;
import dev.agenthost.protocol.store.history.RunResultsAnswer;
import dev.agenthost.protocol.store.history.RunResultsQuestion;
import dev.agenthost.protocol.store.history.StoredResult;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests pages of large rows: ten of about a megabyte, the seventh of six. */
class LargePagesTest {
    private static final int CAP = 4 * 1024 * 1024;
    private static final int MOST = 100;
    private static final ConversationRef HERE = Records.conversation("large");
    private static final RunId RUN = new RunId(UUID.randomUUID());
    private static final Cursors CURSORS = new Cursors(List.of(new byte[16]));
    private static final List<Long> WHOLE = List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);

    private static Database database;

    @BeforeAll
    static void open() {
        database = new Database();
        await(database.pool().query("""
                with c as (insert into context.conversations (workspace_id, bot_id, conversation_id)
                           values ('demo', 'bot', 'large') returning id),
                large as (select seq, repeat('x', case when seq = 7 then 6000000 else 1000000 end) as text
                          from generate_series(1, 10) seq),
                said as (insert into context.transcript (conversation, seq, transcript_id, event_id, role,
                            content, artifact_refs, at, metadata)
                         select c.id, seq, gen_random_uuid(), 'e' || seq, 'user', text, '[]', now(), '{}'
                         from c, large),
                results as (insert into context.event_log (workspace_id, kind, type, run_id, attempt, sequence,
                                at, data, source)
                            select 'demo', 'result', 'message.completed', '%s', 1, seq, now(),
                                jsonb_build_object('text', text), 'runner'
                            from large)
                insert into context.event_log (workspace_id, conversation, seq, kind, type, event_id, at, data,
                    source)
                select 'demo', c.id, seq, 'event', 'message.received', 'e' || seq, now(),
                    jsonb_build_object('event_id', 'e' || seq, 'event_type', 'message.received', 'source', 'api',
                                    'input', jsonb_build_object('text', text)), 'api'
                from c, large
                """.formatted(RUN)).execute());
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @ParameterizedTest
    @EnumSource
    void aTranscriptIsReadCompletelyInPagesThatFit(HistoryDirection direction) {
        List<Long> all = new ArrayList<>();
        boolean backward = direction == HistoryDirection.BACKWARD;
        TranscriptPosition from = null;
        HistoryPage page;
        do {
            TranscriptPageRequest request =
                    new TranscriptPageRequest(HERE, backward ? from : null, backward ? null : from, MOST, direction);
            page = new HistoryPageMapper(CURSORS)
                    .page(request, await(new PostgresTranscriptRepository(database.pool()).read(request)));
            assertThat(page.items()).isNotEmpty();
            assertThat(page.items().size() == 1 || ProtocolCodec.encode(page.items()).length <= CAP + 10_000)
                    .isTrue();
            page.items().stream().map(TranscriptItem::seq).forEach(all::add);
            from = page.hasMore() ? place(CURSORS, page.nextCursor()) : null;
        } while (page.hasMore());

        assertThat(all).isEqualTo(backward ? WHOLE.reversed() : WHOLE);
        assertThat(page.nextCursor()).isNull();
    }

    @Test
    void aPageOfEventsEndsAtTheSizeAndTheNextContinues() {
        EventRecords records = new EventRecords(CURSORS.series("events"), CURSORS);
        List<Long> all = new ArrayList<>();
        TranscriptPosition before = null;
        EventPage page;
        do {
            EventsRequest request = new EventsRequest(HERE, List.of(), before, MOST);
            Slice<EventLogRecord> found = await(new PostgresEventRepository(database.pool()).page(request));
            assertThat(found.items().size() == 1
                            || found.items().stream()
                                            .mapToLong(event ->
                                                    ProtocolCodec.encode(((LoggedEvent) event).envelope()).length)
                                            .sum()
                                    <= CAP)
                    .isTrue();
            page = records.page(request, found);
            page.items().forEach(event -> all.add(event.seq()));
            before = page.hasMore() ? place(CURSORS.series("events"), page.nextCursor()) : null;
        } while (page.hasMore());

        assertThat(all).isEqualTo(WHOLE.reversed());
    }

    @Test
    void resultsOfARunAreReadInPagesThatFitInBothDirections() {
        for (boolean newestFirst : new boolean[] {false, true}) {
            List<Long> all = new ArrayList<>();
            StreamPosition from = null;
            RunResultsAnswer page;
            do {
                page = await(new PostgresRunResultRepository(database.pool())
                        .page(new RunResultsQuestion(
                                "demo", RUN, newestFirst ? null : from, newestFirst ? from : null, newestFirst, MOST)));
                List<StoredResult> items = page.items();
                assertThat(items).isNotEmpty();
                assertThat(items.size() == 1 || ProtocolCodec.encode(page).length <= CAP + 10_000)
                        .isTrue();
                items.forEach(item -> all.add(item.position().sequence()));
                from = items.getLast().position();
            } while (page.hasMore());

            assertThat(all).isEqualTo(newestFirst ? WHOLE.reversed() : WHOLE);
        }
    }

    @Test
    void theSizeOnTheWireCounts() {
        await(database.pool().query("""
                with c as (insert into context.conversations (workspace_id, bot_id, conversation_id)
                           values ('demo', 'bot', 'escaped') returning id)
                insert into context.transcript (conversation, seq, transcript_id, event_id, role, content,
                    artifact_refs, at, metadata)
                select c.id, seq, gen_random_uuid(), 'e' || seq, 'user', repeat(chr(1), 500000), '[]', now(), '{}'
                from c, generate_series(1, 4) seq
                """).execute());

        Slice<?> found = await(new PostgresTranscriptRepository(database.pool())
                .read(new TranscriptPageRequest(
                        Records.conversation("escaped"), null, null, MOST, HistoryDirection.FORWARD)));

        assertThat(found.items()).hasSize(1);
        assertThat(found.hasMore()).isTrue();
    }

    private static TranscriptPosition place(Cursors cursors, String cursor) {
        return ((CursorValidation.Valid) cursors.read(HERE, cursor)).position();
    }
}
