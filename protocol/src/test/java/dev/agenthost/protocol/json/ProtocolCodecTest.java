package dev.agenthost.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.Envelopes;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtocolCodecTest {
    private static final String GOOD = """
            {"event_id":"0b0e8a1e-6a55-5d0c-9c5a-2f6f6a3f1b11","event_type":"message.received","event_time":1795219976,
             "source":"api","workspace_id":"demo","bot_id":"demo","delivery":{"surface":"api"},
             "received_at":"2026-11-21T10:00:00Z"}""";

    @Test
    void readsAnEnvelopeThatLeavesOutWhatItMay() throws UndecodableException {
        EventEnvelope event = ProtocolCodec.decode(bytes(GOOD), EventEnvelope.class);
        assertThat(event.input().contents()).isEmpty();
        assertThat(event.data()).isEmpty();
        assertThat(event.fingerprint()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"bot_id\":\"demo\"|\"bot_idd\":\"demo\"|bot_id",
                "\"bot_id\":\"demo\"|\"bot_id\":null|bot_id",
                "\"bot_id\":\"demo\"|\"bot_id\":\"\"|bot_id",
                "\"bot_id\":\"demo\"|\"bot_id\":7|bot_id",
                "\"bot_id\":\"demo\"|\"bot_id\":true|bot_id",
                "\"bot_id\":\"demo\"|\"bot_id\":[\"demo\"]|bot_id",
                "\"event_time\":1795219976|\"event_time\":\"1795219976\"|event_time",
                "\"event_time\":1795219976|\"event_time\":1.5|event_time",
                "\"event_time\":1795219976|\"event_time\":99999999999999999999|event_time",
                "\"source\":\"api\"|\"source\":\"API\"|source",
                "\"source\":\"api\"|\"source\":0|source",
                "\"source\":\"api\"|\"source\":\"pigeon\"|source",
                "\"source\":\"api\"|\"source\":\"\"|source",
                "\"surface\":\"api\"|\"surfaces\":\"api\"|delivery.surface",
                "\"surface\":\"api\"|\"surface\":\"api\",\"supports_streaming\":\"yes\"|delivery.supports_streaming",
                "\"surface\":\"api\"|\"surface\":\"api\",\"supports_streaming\":1|delivery.supports_streaming",
                "\"received_at\":\"2026-11-21T10:00:00Z\"|\"received_at\":\"yesterday\"|received_at",
                "\"received_at\":\"2026-11-21T10:00:00Z\"|\"received_at\":1795219976|received_at",
                "\"workspace_id\":\"demo\"|\"workspace_id\":\"demo\",\"data\":[]|data",
                "\"workspace_id\":\"demo\"|\"workspace_id\":\"demo\",\"actor\":{\"actor_id\":\"u1\"}|actor.actor_type",
                "\"workspace_id\":\"demo\"|\"workspace_id\":\"demo\",\"input\":{\"contents\":[{\"text\":\"x\"}]}|input.contents[0].type",
                "\"workspace_id\":\"demo\"|\"workspace_id\":\"demo\",\"input\":{\"contents\":[null]}|input.contents",
                "\"event_id\":\"0b0e8a1e-6a55-5d0c-9c5a-2f6f6a3f1b11\"|\"event_id\":\"1-1-1-1-1\"|event_id",
                "\"event_id\":\"0b0e8a1e-6a55-5d0c-9c5a-2f6f6a3f1b11\"|\"event_id\":7|event_id",
            })
    void namesTheFieldThatIsWrong(String good, String bad, String field) {
        assertThat(GOOD).contains(good);
        assertThat(refusal(GOOD.replace(good, bad), EventEnvelope.class).field())
                .isEqualTo(field);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "null",
                "[]",
                "7",
                "\"x\"",
                "{} {}",
                "{\"a\":1}x",
                "{'a':1}",
                "{\"a\":NaN}",
                "\u0000"
            })
    void refusesWhatIsNoDocument(String text) {
        assertThat(refusal(text, EventEnvelope.class).field()).isNotNull();
    }

    @Test
    void refusesTheSameKeyTwice() {
        assertThat(refusal("{\"bot_id\":\"a\",\"bot_id\":\"b\"}", JsonNode.class))
                .isNotNull();
    }

    @Test
    void refusesWhatIsNestedTooDeep() {
        String deep = "[".repeat(ProtocolCodec.MAX_DEPTH + 1) + "]".repeat(ProtocolCodec.MAX_DEPTH + 1);
        assertThat(refusal(deep, JsonNode.class).why())
                .isEqualTo("is nested more than " + ProtocolCodec.MAX_DEPTH + " levels deep");
    }

    @Test
    void refusesNumbersAndNamesThatAreTooLongWithTheirLimit() {
        assertThat(refusal("{\"n\":" + "1".repeat(1_001) + "}", JsonNode.class).why())
                .isEqualTo("has a number of more than 1000 digits");
        assertThat(refusal("{\"" + "n".repeat(50_001) + "\":1}", JsonNode.class).why())
                .isEqualTo("has a member's name of more than 50000 characters");
    }

    @Test
    void refusesBytesThatAreNoUtf8() {
        byte[] bytes = "{\"bot_id\":\"?\"}".getBytes(StandardCharsets.UTF_8);
        bytes[11] = (byte) 0xC3;
        assertThat(catchThrowableOfType(UndecodableException.class, () -> ProtocolCodec.readTree(bytes)))
                .isNotNull();
    }

    @Test
    void aRefusalRepeatsNothingOfTheDocument() {
        String secret = "my secret words";
        for (String bad : new String[] {
            GOOD.replace("1795219976", "\"" + secret + "\""),
            GOOD.replace("\"api\",\"workspace_id\"", "\"" + secret + "\",\"workspace_id\""),
            GOOD.replace("2026-11-21T10:00:00Z", secret),
            GOOD.replace("\"event_type\"", secret),
            GOOD.replace("0b0e8a1e-6a55-5d0c-9c5a-2f6f6a3f1b11", secret),
            "{\"outcome\":{\"kind\":\"" + secret + "\"}}"
        }) {
            for (Class<?> type : new Class<?>[] {EventEnvelope.class, Resolution.class}) {
                assertThat(refusal(bad, type).getMessage()).doesNotContain("secret");
            }
        }
    }

    @Test
    void keepsTheZeroCharacterForTheDatabaseToRefuse() throws UndecodableException {
        EventEnvelope event = Envelopes.apiMessage("a\u0000b");
        EventEnvelope read = ProtocolCodec.decode(ProtocolCodec.encode(event), EventEnvelope.class);
        assertThat(read.input().text()).isEqualTo("a\u0000b");
    }

    @Test
    void aNumberKeepsItsDigits() throws UndecodableException {
        String numbers = "{\"a\":0.10,\"b\":1E+400,\"c\":123456789012345678901234567890,\"d\":1.0}";
        assertThat(new String(ProtocolCodec.encode(ProtocolCodec.readTree(bytes(numbers))), StandardCharsets.UTF_8))
                .isEqualTo(numbers);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e2000",
                "-1e2000",
                "1e-2000",
                "1e2147483647",
                "2e466666666666666666666666666666666666666",
                "0e99999",
                "1e99999999999999999999"
            })
    void refusesNumbersThatWouldFillPagesWhenWrittenOut(String number) {
        assertThat(refusal(number, JsonNode.class).why()).isNotBlank();
        assertThat(catchThrowableOfType(
                        UndecodableException.class, () -> ProtocolCodec.readTree("{\"a\":[" + number + "]}")))
                .isNotNull();
        assertThat(refusal(GOOD.replace("1795219976", number), EventEnvelope.class))
                .isNotNull();
    }

    @Test
    void anUnknownKindOfOutcomeIsRefused() {
        assertThat(refusal("{\"outcome\":{\"kind\":\"bounced\"}}", Resolution.class)
                        .field())
                .isEqualTo("outcome");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"capabilities\":{\"telepathy\":true}}|capabilities.telepathy",
                "{\"capabilities\":{\"streaming\":\"yes\"}}|capabilities.streaming",
                "{\"capabilities\":{\"streaming\":null}}|capabilities.streaming",
                "{\"permissions\":{\"wallet\":[]}}|permissions.wallet",
                "{\"permissions\":{\"models\":[\"train\"]}}|permissions.models",
                "{\"permissions\":{\"models\":\"invoke\"}}|permissions.models",
                "{\"label\":null}|label",
            })
    void capabilitiesAndPermissionsAreClosedSets(String part, String field) {
        String manifest = "{\"id\":\"plugin:a/b/c\",\"name\":\"c\"," + (part.contains("label") ? "" : "\"label\":{},")
                + part.substring(1);
        assertThat(refusal(manifest, AgentRunnerManifest.class).field()).isEqualTo(field);
    }

    @Test
    void readsTheSmallestContextThatThePeerTakes() throws UndecodableException {
        AgentRunContext context = ProtocolCodec.decode(bytes("""
                        {"run_id":"r1","trigger":{"type":"message.received","source":"api"},
                         "event":{"event_id":"e","event_type":"message.received","source":"api"},
                         "input":{"text":"hello"},"delivery":{"surface":"api"},"resources":{},"runtime":{}}"""), AgentRunContext.class);
        assertThat(context.context().availableApis().historyPage()).isFalse();
        assertThat(context.state().conversation()).isEmpty();
    }

    @Test
    void writesNullsToRunnersOnly() throws Exception {
        String own = new String(ProtocolCodec.encode(Envelopes.apiMessage("x")), StandardCharsets.UTF_8);
        assertThat(own).doesNotContain("null");
        assertThat(ProtocolCodec.runnerWire()
                        .writeValueAsString(Envelopes.apiMessage("x").delivery()))
                .contains("\"reply_target\":null", "\"max_message_size\":null");
    }

    @Test
    void whatIsNotSaidIsTheDefault() throws UndecodableException {
        assertThat(ProtocolCodec.decode(bytes("{}"), DeliveryPolicy.class)).isEqualTo(DeliveryPolicy.defaults());
        assertThat(ProtocolCodec.decode(bytes("{\"streaming\":null}"), DeliveryPolicy.class)
                        .streaming())
                .isTrue();
    }

    private static UndecodableException refusal(String json, Class<?> type) {
        UndecodableException refusal =
                catchThrowableOfType(UndecodableException.class, () -> ProtocolCodec.decode(bytes(json), type));
        assertThat(refusal).as(json).isNotNull();
        return refusal;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
