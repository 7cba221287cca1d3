package dev.agenthost.context.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.eventlog.LogEntry;
import dev.agenthost.context.eventlog.LogKind;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordReaderTest {
    private final EventEnvelope event = Records.said(Records.conversation("c"), "hello");

    @Test
    void readsEachTopic() {
        assertThat(read(Topics.EVENTS, event)).isInstanceOf(DecodedRecord.Entry.class);
        assertThat(read(Topics.RUN_RESULTS, Records.results(event, 1, 1, Records.started(event, null))))
                .isInstanceOf(DecodedRecord.Results.class);
        assertThat(read(Topics.DELIVERY_RECEIPTS, Records.receipt(event))).isInstanceOf(DecodedRecord.Entry.class);
        assertThat(((DecodedRecord.Entry) read(Topics.AUDIT, Records.audit(event)))
                        .entry()
                        .kind())
                .isEqualTo(LogKind.AUDIT);
    }

    @Test
    void passesOverDeltasUnread() {
        IncomingRecord record = new IncomingRecord(
                Records.at(Topics.RUN_RESULTS, 0, 0, "").position(),
                Records.NOW,
                Map.of(CloudEventHeaders.DELTAS_ONLY, "true"),
                null,
                "not even JSON".getBytes(StandardCharsets.UTF_8));

        assertThat(RecordReader.read(record).reading()).isEqualTo(new DecodedRecord.PassedOver());
    }

    @Test
    void setsAsideWhatItCannotReadWithoutRepeatingIt() {
        for (Object bad : new Object[] {"{\"secret", "[]", "null", "{\"event_id\":7}", "{}"}) {
            DecodedRecord reading = read(Topics.EVENTS, bad.toString().getBytes(StandardCharsets.UTF_8));

            assertThat(reading).isInstanceOf(DecodedRecord.DeadLetter.class);
            assertThat(((DecodedRecord.DeadLetter) reading).reason()).isEqualTo(DeadLetterReason.UNDECODABLE);
            assertThat(((DecodedRecord.DeadLetter) reading).detail()).doesNotContain("secret");
        }
    }

    @Test
    void setsAsideARecordWithoutAValue() {
        IncomingRecord empty =
                new IncomingRecord(Records.at(Topics.EVENTS, 0, 0, "").position(), Records.NOW, Map.of(), null, null);

        assertThat(RecordReader.read(empty).reading()).isInstanceOf(DecodedRecord.DeadLetter.class);
    }

    @Test
    void keepsNoReplyTarget() throws Exception {
        var delivery = new dev.agenthost.protocol.event.DeliveryContext(
                "webhook", Records.object().put("token", "t"), true, false, false, null, null);
        EventEnvelope with = new EventEnvelope(
                event.eventId(),
                event.eventType(),
                null,
                event.source(),
                null,
                "w",
                "b",
                "c",
                null,
                null,
                null,
                null,
                null,
                event.input(),
                delivery,
                null,
                null,
                null,
                "f",
                Records.NOW);

        LogEntry entry = ((DecodedRecord.Entry) read(Topics.EVENTS, with)).entry();

        assertThat(entry.data().path("delivery").has("reply_target")).isFalse();
    }

    private static DecodedRecord read(String topic, Object value) {
        return RecordReader.read(Records.at(topic, 0, 0, value)).reading();
    }
}
