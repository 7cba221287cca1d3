package dev.agenthost.context.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.CursorValidation;
import dev.agenthost.context.eventlog.Cursors;
import dev.agenthost.context.eventlog.LogKind;
import dev.agenthost.context.eventlog.TranscriptPosition;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.hostapi.AgentEventRecord;
import dev.agenthost.protocol.hostapi.EventPage;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class EventRecordsTest {
    private static final ConversationRef HERE = Records.conversation("c1");
    private static final UUID RUN = UUID.fromString("5a0c2a52-6d7f-5b8e-8a59-33c1c62b0a10");
    private final Cursors cursors = new Cursors(List.of(new byte[16]));
    private final EventRecords records = new EventRecords(cursors.series("events"), cursors);

    @Test
    void hasActorTypeAndPlaceOnly() {
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
    void aTextBeyondItsSummaryHasACursorToTheWhole() {
        EventEnvelope longer =
                Records.event(HERE, "message.received", AgentInput.text("x".repeat(EventRecords.SUMMARY + 1)));
        EventEnvelope fitting =
                Records.event(HERE, "message.received", AgentInput.text("x".repeat(EventRecords.SUMMARY)));

        assertThat(cursors.read(
                        HERE,
                        String.valueOf(records.record(HERE, logged(9L, longer)).inputRef())))
                .isEqualTo(new CursorValidation.Valid(TranscriptPosition.behind(5)));
        assertThat(records.record(HERE, logged(9L, fitting)).inputRef()).isNull();
        assertThat(records.outside(logged(null, longer)).inputRef()).isNull();
        LoggedEvent unsaid = new LoggedEvent(9L, Records.NOW, null, ProtocolCodec.tree(longer));
        assertThat(records.record(HERE, unsaid).inputRef()).isNull();
    }

    @Test
    void aResultHasItsRunAndFactsWithoutTexts() {
        ObjectNode data = Records.object().put("tool_call_id", "t1").put("tool_name", "x".repeat(300));
        data.put("result", "secret").put("error", "secret").put("more", "secret");

        AgentEventRecord record = records.record(HERE, result("tool.call.completed", data, new StreamPosition(1, 3)));

        assertThat(record.eventId()).isEqualTo(RUN + "/7");
        assertThat(record.eventType()).isEqualTo("tool.call.completed");
        assertThat(record.source()).isEqualTo("system");
        assertThat(record.subjectType()).isEqualTo("run");
        assertThat(record.subjectId()).isEqualTo(RUN.toString());
        assertThat(record.conversationId()).isEqualTo("c1");
        assertThat(record.seq()).isEqualTo(7);
        assertThat(cursors.series("events").read(HERE, String.valueOf(record.cursor())))
                .isEqualTo(new CursorValidation.Valid(TranscriptPosition.at(7)));
        assertThat(record.metadata().path("answers").asText()).isEqualTo("e1");
        assertThat(record.metadata().path("tool_name").asText()).hasSize(EventRecords.SUMMARY + 1);
        assertThat(record.metadata().path("failed").asBoolean()).isTrue();
        assertThat(record.metadata().fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "kind", "attempt", "sequence", "answers", "tool_call_id", "tool_name", "failed");
        assertThat(ProtocolCodec.<ObjectNode>tree(record).toString()).doesNotContain("secret");
    }

    @Test
    void aFailureHasItsCodeWithoutItsText() {
        ObjectNode data = Records.object()
                .put("code", "runner.error")
                .put("error", "secret")
                .put("retryable", false);

        AgentEventRecord record = records.record(HERE, result("run.failed", data, new StreamPosition(1, 3)));

        assertThat(record.metadata().path("code").asText()).isEqualTo("runner.error");
        assertThat(record.metadata().path("retryable").isBoolean()).isTrue();
        assertThat(record.metadata().toString()).doesNotContain("secret");
    }

    @Test
    void aReceiptHasPartAndOutcome() {
        ObjectNode data = Records.object()
                .put("part", 1)
                .put("surface", "webhook")
                .put("status", "rejected")
                .put("detail", "secret")
                .put("platform_message_id", "secret");

        AgentEventRecord record = records.record(
                HERE, new LoggedFact(7L, Records.NOW, LogKind.RECEIPT, "delivery.rejected", RUN, null, null, data));

        assertThat(record.eventType()).isEqualTo("delivery.rejected");
        assertThat(record.metadata())
                .isEqualTo(Records.object()
                        .put("kind", "receipt")
                        .put("part", 1)
                        .put("surface", "webhook")
                        .put("status", "rejected"));
    }

    @Test
    void onlyAFactIdIsParsed() {
        assertThat(LoggedFact.Name.parse(RUN + "/7")).contains(new LoggedFact.Name(RUN, 7));
        for (String none :
                List.of(RUN.toString(), RUN + "/", RUN + "/-1", RUN + "/7/", "x/7", RUN + "/1234567890123456789")) {
            assertThat(LoggedFact.Name.parse(none)).as(none).isEmpty();
        }
    }

    @Test
    void anEventOutsideAnyConversationHasNoCursor() {
        AgentEventRecord record = records.outside(logged(null, Records.said(HERE, "x")));

        assertThat(record.seq()).isNull();
        assertThat(record.cursor()).isNull();
    }

    @Test
    void aPageWithMoreHasACursor() {
        List<LoggedEvent> found = LongStream.of(9, 7, 4)
                .mapToObj(seq -> logged(seq, Records.said(HERE, "x")))
                .toList();

        EventPage page =
                records.page(new EventsRequest(HERE, List.of(), null, 2), new Slice<>(found.subList(0, 2), true));

        assertThat(page.items()).extracting(AgentEventRecord::seq).containsExactly(9L, 7L);
        assertThat(page.hasMore()).isTrue();
        assertThat(page.nextCursor()).isEqualTo(page.items().getLast().cursor());
        assertThat(cursors.series("events").read(HERE, String.valueOf(page.nextCursor())))
                .isInstanceOf(CursorValidation.Valid.class);
        assertThat(cursors.read(HERE, String.valueOf(page.nextCursor()))).isInstanceOf(CursorValidation.Invalid.class);
        assertThat(records.page(new EventsRequest(HERE, List.of(), null, 3), new Slice<>(found, false))
                        .nextCursor())
                .isNull();
    }

    private static LoggedFact result(String type, ObjectNode data, StreamPosition position) {
        return new LoggedFact(7L, Records.NOW, LogKind.RESULT, type, RUN, position, "e1", data);
    }

    private static LoggedEvent logged(Long seq, EventEnvelope event) {
        return new LoggedEvent(seq, Records.NOW, 5L, ProtocolCodec.tree(event));
    }
}
