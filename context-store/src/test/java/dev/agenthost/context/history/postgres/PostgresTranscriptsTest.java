package dev.agenthost.context.history.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.conversation.ConversationRef;
import dev.agenthost.context.cursor.CursorReading;
import dev.agenthost.context.cursor.Cursors;
import dev.agenthost.context.cursor.Place;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.context.history.PageRequest;
import dev.agenthost.context.history.Pages;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.hostapi.TranscriptItem;
import dev.agenthost.protocol.store.history.HistoryDirection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgresTranscriptsTest {
    private static final int ENTRIES = 23;
    private static final ConversationRef HERE = Records.conversation("c");
    private static final Cursors CURSORS = new Cursors(List.of(new byte[16]));

    private static Database database;
    private static PostgresTranscripts transcripts;

    @BeforeAll
    static void open() {
        database = new Database();
        transcripts = new PostgresTranscripts(database.pool());
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
    void thePageBeforeAPlaceAndThePageAfterItLeaveOutOnlyItself() {
        assertThat(numbers(page(Place.at(10), null, 3, HistoryDirection.BACKWARD)))
                .containsExactly(9L, 8L, 7L);
        assertThat(numbers(page(null, Place.at(10), 3, HistoryDirection.FORWARD)))
                .containsExactly(11L, 12L, 13L);
        assertThat(numbers(page(Place.behind(10), null, 3, HistoryDirection.BACKWARD)))
                .containsExactly(10L, 9L, 8L);
        assertThat(numbers(page(null, Place.behind(10), 3, HistoryDirection.FORWARD)))
                .containsExactly(11L, 12L, 13L);
        assertThat(numbers(page(Place.at(6), Place.at(3), 9, HistoryDirection.BACKWARD)))
                .containsExactly(5L, 4L);
    }

    @Test
    void aPagePointsToItsNeighbours() {
        HistoryPage page = page(null, null, 3, HistoryDirection.BACKWARD);

        assertThat(page.hasMore()).isTrue();
        assertThat(page.nextCursor()).isEqualTo(page.items().getLast().cursor());
        assertThat(page.prevCursor()).isEqualTo(page.items().getFirst().cursor());
        assertThat(page(Place.at(2), null, 3, HistoryDirection.BACKWARD).nextCursor())
                .isNull();
    }

    @Test
    void anUnknownConversationIsAnEmptyPage() {
        HistoryPage page = new Pages(CURSORS)
                .page(
                        new PageRequest(Records.conversation("none"), null, null, 10, HistoryDirection.BACKWARD),
                        await(transcripts.read(new PageRequest(
                                Records.conversation("none"), null, null, 10, HistoryDirection.BACKWARD))));

        assertThat(page.items()).isEmpty();
        assertThat(page.hasMore()).isFalse();
    }

    private static List<Long> allPages(int limit, HistoryDirection direction) {
        List<Long> all = new ArrayList<>();
        Place from = null;
        HistoryPage page;
        do {
            boolean backward = direction == HistoryDirection.BACKWARD;
            page = page(backward ? from : null, backward ? null : from, limit, direction);
            all.addAll(numbers(page));
            from = page.nextCursor() == null
                    ? null
                    : ((CursorReading.Valid) CURSORS.read(HERE, page.nextCursor())).place();
        } while (page.hasMore());
        return all;
    }

    private static HistoryPage page(Place before, Place after, int limit, HistoryDirection direction) {
        PageRequest request = new PageRequest(HERE, before, after, limit, direction);
        return new Pages(CURSORS).page(request, await(transcripts.read(request)));
    }

    private static List<Long> numbers(HistoryPage page) {
        return page.items().stream().map(TranscriptItem::seq).toList();
    }
}
