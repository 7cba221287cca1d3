package dev.agenthost.protocol.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.Envelopes;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FingerprintTest {
    @Test
    void isOfWhatWasSaidOnly() {
        EventEnvelope event = Envelopes.message("w", "b", "c", null, "1", "hello");
        assertThat(event.fingerprint()).matches("[0-9a-f]{64}");
        assertThat(Fingerprint.of(event)).isEqualTo(event.fingerprint());
        assertThat(Envelopes.message("w", "b", "c", null, "1", "hello!").fingerprint())
                .isNotEqualTo(event.fingerprint());
    }

    @Test
    void isNotOfTimesAndFlagsThatASecondDeliveryChanges() throws UndecodableException {
        String message =
                "\"conversation_id\":\"c\",\"actor\":{\"actor_type\":\"user\",\"actor_id\":\"7\"%s},\"input\":{\"text\":\"%s\"}";
        String first = fingerprint(envelope(message.formatted("", "hi")));

        assertThat(fingerprint(envelope(message.formatted(",\"actor_name\":\"Ann\"", "hi")
                        + ",\"event_time\":1,\"data\":{\"redelivered\":true},\"adapter\":{\"extra\":{\"try\":2}}")))
                .isEqualTo(first);
        assertThat(fingerprint(envelope(message.formatted("", "ho")))).isNotEqualTo(first);
        assertThat(fingerprint(envelope(message.formatted("", "hi").replace("\"7\"", "\"8\""))))
                .isNotEqualTo(first);
        assertThat(fingerprint(envelope(message.formatted("", "hi").replace("\"c\"", "\"d\""))))
                .isNotEqualTo(first);
    }

    @Test
    void doesNotHangOnTheOrderOfFieldsNorOnHowANumberIsWritten() throws UndecodableException {
        String one = envelope("\"data\":{\"a\":1,\"b\":[{\"x\":1.50,\"y\":2}]}");
        String other = envelope("\"data\":{\"b\":[{\"y\":2,\"x\":1.5}],\"a\":1}");
        assertThat(fingerprint(one)).isEqualTo(fingerprint(other));
    }

    @Test
    void tellsListsObjectsAndTextsApart() throws UndecodableException {
        assertThat(java.util.Set.of(
                        fingerprint(envelope("\"data\":{\"a\":[1,2]}")),
                        fingerprint(envelope("\"data\":{\"a\":[2,1]}")),
                        fingerprint(envelope("\"data\":{\"a\":[[1],2]}")),
                        fingerprint(envelope("\"data\":{\"a\":\"[1,2]\"}")),
                        fingerprint(envelope("\"data\":{\"a\":{}}")),
                        fingerprint(envelope("\"data\":{\"a\":\"1\"}")),
                        fingerprint(envelope("\"data\":{\"a\":1}"))))
                .hasSize(7);
    }

    private static String fingerprint(String envelope) throws UndecodableException {
        return Fingerprint.of(ProtocolCodec.decode(envelope.getBytes(StandardCharsets.UTF_8), EventEnvelope.class));
    }

    private static String envelope(String data) {
        return "{\"event_id\":\"0b0e8a1e-6a55-5d0c-9c5a-2f6f6a3f1b11\",\"event_type\":\"x\",\"source\":\"api\","
                + "\"workspace_id\":\"w\",\"bot_id\":\"b\",\"delivery\":{\"surface\":\"api\"},"
                + "\"received_at\":\"2026-11-21T10:00:00Z\"," + data + "}";
    }
}
