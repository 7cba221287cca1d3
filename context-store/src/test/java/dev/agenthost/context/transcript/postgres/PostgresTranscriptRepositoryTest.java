package dev.agenthost.context.transcript.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.CursorValidation;
import dev.agenthost.context.eventlog.Cursors;
import dev.agenthost.context.eventlog.TranscriptPosition;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.context.transcript.HistoryPageMapper;
import dev.agenthost.context.transcript.TranscriptPageRequest;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.hostapi.TranscriptItem;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.store.history.HistoryDirection;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgresTranscriptRepositoryTest {
    private static final int ENTRIES = 23;
    private static final ConversationRef HERE = Records.conversation("c");
    private static final ConversationRef THERE = Records.conversation("there");
    private static final Cursors CURSORS = new Cursors(List.of(new byte[16]));

    private static Database database;
    private static PostgresTranscriptRepository transcripts;

    @BeforeAll
    static void open() {
        database = new Database();
        transcripts = new PostgresTranscriptRepository(database.pool());
        await(database.pool().query("""
                        with c as (insert into context.conversations (workspace_id, bot_id, conversation_id)
                                   values ('demo', 'bot', 'c'), ('demo', 'bot', 'other') returning id)
                        insert into context.transcript (conversation, seq, transcript_id, event_id, role, content,
                            artifact_refs, at, metadata)
                        select c.id, seq, gen_random_uuid(), 'e' || seq, 'user', 'said ' || seq, '[]', now(), '{}'
                        from c, generate_series(1, %d) seq
                        """.formatted(ENTRIES)).execute());
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @Test
    void pagesOfAnySizeInEitherDirectionAreTheWholeTranscript() {
        List<Long> whole = LongStream.rangeClosed(1, ENTRIES).boxed().toList();
        for (int limit = 1; limit <= ENTRIES + 1; limit++) {
            assertThat(allPages(limit, HistoryDirection.FORWARD)).isEqualTo(whole);
            assertThat(allPages(limit, HistoryDirection.BACKWARD)).isEqualTo(whole.reversed());
        }
    }

    @Test
    void pagesBeforeAndAfterAPositionExcludeOnlyItself() {
        assertThat(numbers(page(TranscriptPosition.at(10), null, 3, HistoryDirection.BACKWARD)))
                .containsExactly(9L, 8L, 7L);
        assertThat(numbers(page(null, TranscriptPosition.at(10), 3, HistoryDirection.FORWARD)))
                .containsExactly(11L, 12L, 13L);
        assertThat(numbers(page(TranscriptPosition.behind(10), null, 3, HistoryDirection.BACKWARD)))
                .containsExactly(10L, 9L, 8L);
        assertThat(numbers(page(null, TranscriptPosition.behind(10), 3, HistoryDirection.FORWARD)))
                .containsExactly(11L, 12L, 13L);
        assertThat(numbers(page(TranscriptPosition.at(6), TranscriptPosition.at(3), 9, HistoryDirection.BACKWARD)))
                .containsExactly(5L, 4L);
    }

    @Test
    void aPagePointsToItsNeighbours() {
        HistoryPage page = page(null, null, 3, HistoryDirection.BACKWARD);

        assertThat(page.hasMore()).isTrue();
        assertThat(page.nextCursor()).isEqualTo(page.items().getLast().cursor());
        assertThat(page.prevCursor()).isEqualTo(page.items().getFirst().cursor());
        assertThat(page(TranscriptPosition.at(2), null, 3, HistoryDirection.BACKWARD)
                        .nextCursor())
                .isNull();
    }

    @Test
    void anUnknownConversationIsAnEmptyPage() {
        HistoryPage page = new HistoryPageMapper(CURSORS)
                .page(
                        new TranscriptPageRequest(
                                Records.conversation("none"), null, null, 10, HistoryDirection.BACKWARD),
                        await(transcripts.read(new TranscriptPageRequest(
                                Records.conversation("none"), null, null, 10, HistoryDirection.BACKWARD))));

        assertThat(page.items()).isEmpty();
        assertThat(page.hasMore()).isFalse();
    }

    @Test
    void theViewOfAnEventHasEarlierMessagesAndTheirAnswers() {
        List<EventId> events =
                Stream.generate(() -> new EventId(UUID.randomUUID())).limit(4).toList();
        write(events, List.of(0, 1, 2, 3), List.of(0, 2, 1));

        for (int limit = 1; limit <= 8; limit++) {
            assertThat(backFrom(events.get(0), limit)).isEmpty();
            assertThat(backFrom(events.get(1), limit)).containsExactly(5L, 1L);
            assertThat(backFrom(events.get(2), limit)).containsExactly(7L, 5L, 2L, 1L);
            assertThat(backFrom(events.get(3), limit)).containsExactly(7L, 6L, 5L, 3L, 2L, 1L);
            assertThat(backFrom(new EventId(UUID.randomUUID()), limit)).hasSize(7);
        }
        TranscriptPageRequest forward = new TranscriptPageRequest(
                THERE, null, TranscriptPosition.at(1).of(events.get(1)), 9, HistoryDirection.FORWARD);
        assertThat(numbers(read(forward))).containsExactly(5L);
    }

    /** Writes the messages in that order, then the answers in theirs. */
    private static void write(List<EventId> events, List<Integer> messages, List<Integer> answered) {
        await(database.pool().query("""
                insert into context.conversations (workspace_id, bot_id, conversation_id) values ('demo', 'bot', 'there')
                """).execute());
        for (int place : messages) {
            log(place + 1L, "event", events.get(place), "user", place + 1L);
        }
        for (int place : answered) {
            long seq = 1L + messages.size() + answered.indexOf(place);
            log(seq, "result", events.get(place), "assistant", seq);
        }
    }

    private static void log(long seq, String kind, EventId event, String role, long messages) {
        await(database.pool()
                .query("""
                with c as (select id from context.conversations where conversation_id = 'there'),
                l as (insert into context.event_log
                    (workspace_id, conversation, seq, transcript_seq, kind, type, event_id, at, data, source)
                    select 'demo', c.id, %d, %d, '%s', 'any', '%s', now(), '{}', '' from c)
                insert into context.transcript
                    (conversation, seq, transcript_id, event_id, role, artifact_refs, at, metadata)
                select c.id, %2$d, gen_random_uuid(), '%4$s', '%s', '[]', now(), '{}' from c
                """.formatted(seq, messages, kind, event, role))
                .execute());
    }

    private static List<Long> backFrom(EventId input, int limit) {
        List<Long> all = new ArrayList<>();
        TranscriptPosition from = TranscriptPosition.before(input);
        HistoryPage page;
        do {
            page = read(new TranscriptPageRequest(THERE, from, null, limit, HistoryDirection.BACKWARD));
            all.addAll(numbers(page));
            from = page.nextCursor() == null
                    ? null
                    : ((CursorValidation.Valid) CURSORS.read(THERE, page.nextCursor())).position();
        } while (page.hasMore());
        return all;
    }

    private static HistoryPage read(TranscriptPageRequest request) {
        return new HistoryPageMapper(CURSORS).page(request, await(transcripts.read(request)));
    }

    private static List<Long> allPages(int limit, HistoryDirection direction) {
        List<Long> all = new ArrayList<>();
        TranscriptPosition from = null;
        HistoryPage page;
        do {
            boolean backward = direction == HistoryDirection.BACKWARD;
            page = page(backward ? from : null, backward ? null : from, limit, direction);
            all.addAll(numbers(page));
            from = page.nextCursor() == null
                    ? null
                    : ((CursorValidation.Valid) CURSORS.read(HERE, page.nextCursor())).position();
        } while (page.hasMore());
        return all;
    }

    private static HistoryPage page(
            TranscriptPosition before, TranscriptPosition after, int limit, HistoryDirection direction) {
        return read(new TranscriptPageRequest(HERE, before, after, limit, direction));
    }

    private static List<Long> numbers(HistoryPage page) {
        return page.items().stream().map(TranscriptItem::seq).toList();
    }
}
