package dev.agenthost.context.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.conversation.ConversationRef;
import dev.agenthost.context.cursor.CursorReading;
import dev.agenthost.context.cursor.Cursors;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.hostapi.AgentEventRecord;
import dev.agenthost.protocol.hostapi.EventPage;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class EventRecordsTest {
    private static final ConversationRef HERE = Records.conversation("c1");
    private final Cursors cursors = new Cursors(List.of(new byte[16]));
    private final EventRecords records = new EventRecords(cursors.series("events"));

    @Test
    void saysWhoWhatAndWhereAndNothingMore() {
        EventEnvelope event = Records.said(HERE, "hello");

        AgentEventRecord record = records.record(HERE, logged(7L, event));

        assertThat(record.eventId()).isEqualTo(event.eventId().toString());
        assertThat(record.eventType()).isEqualTo("message.received");
        assertThat(record.source()).isEqualTo("api");
        assertThat(record.actorName()).isEqualTo("Ada");
        assertThat(record.subjectId()).isNull();
        assertThat(record.inputSummary()).isEqualTo("hello");
        assertThat(record.createdAt()).isEqualTo(Records.NOW.getEpochSecond());
        ObjectNode wire = ProtocolCodec.tree(record);
        assertThat(wire.fieldNames()).toIterable().doesNotContain("input", "data", "delivery", "run_id", "adapter");
    }

    @Test
    void aLongTextIsCutBetweenCharacters() {
        String text = "x".repeat(EventRecords.SUMMARY - 1) + "\uD83D\uDE00 and on";
        EventEnvelope event = Records.event(HERE, "message.received", AgentInput.text(text));

        assertThat(records.record(HERE, logged(1L, event)).inputSummary())
                .isEqualTo("x".repeat(EventRecords.SUMMARY - 1) + "…");
    }

    @Test
    void anEventOutsideAnyConversationHasNoPlace() {
        AgentEventRecord record = records.record(null, logged(null, Records.said(HERE, "x")));

        assertThat(record.seq()).isNull();
        assertThat(record.cursor()).isNull();
    }

    @Test
    void aPageThatHasMoreSaysWhereItGoesOn() {
        List<LoggedEvent> found = LongStream.of(9, 7, 4)
                .mapToObj(seq -> logged(seq, Records.said(HERE, "x")))
                .toList();

        EventPage page =
                records.page(new EventsRequest(HERE, List.of(), null, 2), new Slice<>(found.subList(0, 2), true));

        assertThat(page.items()).extracting(AgentEventRecord::seq).containsExactly(9L, 7L);
        assertThat(page.hasMore()).isTrue();
        assertThat(page.nextCursor()).isEqualTo(page.items().getLast().cursor());
        assertThat(cursors.series("events").read(HERE, String.valueOf(page.nextCursor())))
                .isInstanceOf(CursorReading.Valid.class);
        assertThat(cursors.read(HERE, String.valueOf(page.nextCursor()))).isInstanceOf(CursorReading.Foreign.class);
        assertThat(records.page(new EventsRequest(HERE, List.of(), null, 3), new Slice<>(found, false))
                        .nextCursor())
                .isNull();
    }

    private static LoggedEvent logged(Long seq, EventEnvelope event) {
        return new LoggedEvent(seq, Records.NOW, ProtocolCodec.tree(event));
    }
}
