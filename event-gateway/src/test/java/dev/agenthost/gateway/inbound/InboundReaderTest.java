package dev.agenthost.gateway.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.delivery.AdapterReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.EventLimits;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.RecordPosition;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InboundReaderTest {

    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final String RUN = "5a0c2a52-6d7f-5b8e-8a59-33c1c62b0a10";
    private static final String DATA = "{\"bot_id\":\"demo\",\"conversation_id\":\"c1\",\"text\":\"hello\"}";

    private final InboundReader reader =
            new InboundReader(new AdapterRegistry(Map.of("chat", EventOrigin.adapter("chat", "red", Set.of("demo")))));

    @Test
    void bothModesAndABareBodyAreOneEvent() {
        EventEnvelope structured = published(structured("{\"data\":" + DATA + "}"));
        EventEnvelope base64 = published(structured("{\"data_base64\":\""
                + Base64.getEncoder().encodeToString(DATA.getBytes(StandardCharsets.UTF_8)) + "\"}"));
        EventEnvelope binary = published(binary(Map.of()));
        EventEnvelope bare = published(record(Map.of(), DATA.replace("{", "{\"event_id\":\"e1\",")));
        EventEnvelope byItsLooks = published(record(Map.of(), event("{\"data\":" + DATA + "}")));

        assertThat(List.of(structured, base64, binary, bare, byItsLooks))
                .extracting(EventEnvelope::eventId)
                .containsOnly(EventIds.of("red", "chat", "demo", "e1"));
        assertThat(List.of(base64, binary, byItsLooks))
                .extracting(EventEnvelope::fingerprint)
                .containsOnly(structured.fingerprint());
    }

    @Test
    void aRecordWithoutAnIdIsOneEventHoweverOftenItIsRead() {
        EventEnvelope once = published(record(Map.of(), DATA));
        EventEnvelope again = published(record(Map.of(), DATA));

        assertThat(again.eventId()).isEqualTo(once.eventId());
    }

    @Test
    void theTraceIsHandedOnFromEitherPlace() {
        assertThat(((InboundDecision.Publish) reader.read(binary(Map.of("ce_traceparent", TRACE)), NOW)).traceparent())
                .isEqualTo(TRACE);
        assertThat(((InboundDecision.Publish) reader.read(record(Map.of("traceparent", TRACE), DATA), NOW))
                        .traceparent())
                .isEqualTo(TRACE);
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            undecodable | $ | not json
            undecodable | $ | {"bot_id":"demo","text":"cut
            undecodable | $ | {"bot_id":"demo","bot_id":"demo","text":"twice"}
            invalid | $ | [1]
            invalid | bot_id | {"text":"hi"}
            undecodable | text | {"bot_id":"demo","text":7}
            invalid | text | {"bot_id":"demo","text":"a\\u0000b"}
            foreign | bot_id | {"bot_id":"other","text":"hi"}
            foreign | workspace_id | {"bot_id":"demo","workspace_id":"blue","text":"hi"}
            too_old | event_time | {"bot_id":"demo","event_time":1,"text":"hi"}
            invalid | attachments[0].content | {"bot_id":"demo","text":"hi","attachments":[{"artifact_id":"a","content":"AA=="}]}
            undecodable | specversion | {"specversion":"0.3","id":"1","source":"/s","type":"message.received","data":{}}
            undecodable | id | {"specversion":"1.0","source":"/s","type":"message.received","data":{}}
            undecodable | source | {"specversion":"1.0","id":"1","type":"message.received","data":{}}
            undecodable | type | {"specversion":"1.0","id":"1","source":"/s","data":{}}
            undecodable | data | {"specversion":"1.0","id":"1","source":"/s","type":"message.received"}
            undecodable | data_base64 | {"specversion":"1.0","id":"1","source":"/s","type":"message.received","data_base64":"%"}
            undecodable | time | {"specversion":"1.0","id":"1","source":"/s","type":"message.received","time":"noon","data":{}}
            undecodable | datacontenttype | {"specversion":"1.0","id":"1","source":"/s","type":"message.received","datacontenttype":"text/plain","data":"hi"}
            invalid | event_type | {"specversion":"1.0","id":"1","source":"/s","type":"com.chat.poll","data":{"bot_id":"demo"}}
            invalid | event_type | {"bot_id":"demo","event_type":"schedule.triggered"}
            invalid | event_type | {"bot_id":"demo","event_type":"delivery.delivered"}
            invalid | source | {"bot_id":"demo","source":"webui","text":"hi"}
            invalid | source | {"bot_id":"demo","source":"scheduler","text":"hi"}
            invalid | $ | {"specversion":"1.0","id":"1","source":"/s","type":"message.received","data":"hi"}
            invalid | text | {"specversion":"1.0","id":"1","source":"/s","type":"group.member_joined","data":{"bot_id":"demo","text":"dressed up"}}
            """)
    void setsAsideWithReasonAndField(String reason, String field, String value) {
        assertSetAside(record(Map.of(), value), reason, field + " ");
    }

    @Test
    void setsAsideWhatIsNoEventAtAll() {
        assertSetAside(record(Map.of(), ""), "undecodable", "$ ");
        assertSetAside(new InboundRecord(at("agent.inbound.chat"), Map.of(), null), "undecodable", "$ ");
        assertSetAside(record(Map.of(), "x".repeat(EventLimits.BODY_BYTES + 1)), "too_large", "$ ");
        assertSetAside(
                record(Map.of("content-type", "application/cloudevents-batch+json"), "[]"),
                "undecodable",
                "content-type ");
        assertSetAside(binary(Map.of("content-type", "application/avro")), "undecodable", "content-type ");
        assertSetAside(binary(Map.of("ce_specversion", "2.0")), "undecodable", "ce_specversion ");
    }

    @Test
    void setsAsideWhatAnAdapterSaysThatNobodyConfigured() {
        InboundRecord unknown =
                new InboundRecord(at("agent.inbound.stranger"), Map.of(), DATA.getBytes(StandardCharsets.UTF_8));

        assertSetAside(unknown, DeadLetterReason.UNKNOWN_ADAPTER.wire(), "");
    }

    @Test
    void aReceiptIsToldApartFromEventsInBothModes() {
        String data = "{\"run_id\":\"" + RUN + "\",\"part\":2,\"status\":\"rejected\",\"error_code\":\"chat_gone\"}";
        var expected =
                new AdapterReceipt(RunId.parse(RUN), "red", "chat", 2, ReceiptStatus.REJECTED, null, "chat_gone", NOW);

        assertThat(reader.read(record(receiptHeaders(), data), NOW))
                .isEqualTo(new InboundDecision.Receipt(expected, TRACE));
        String structured = event("{\"data\":" + data + "}").replace("message.received", "dev.agenthost.receipt");
        assertThat(reader.read(record(Map.of("content-type", "application/cloudevents+json"), structured), NOW))
                .isEqualTo(new InboundDecision.Receipt(expected, null));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'part':1,'status':'delivered'}                                          | run_id
            {'run_id':'nobody','part':1,'status':'delivered'}                        | run_id
            {'run_id':'RUN','status':'delivered'}                                    | part
            {'run_id':'RUN','part':0,'status':'delivered'}                           | part
            {'run_id':'RUN','part':1}                                                | status
            {'run_id':'RUN','part':1,'status':'unknown'}                             | status
            {'run_id':'RUN','part':1,'status':'read'}                                | status
            {'run_id':'RUN','part':1,'status':'delivered','platform_message_id':''}  | platform_message_id
            {'run_id':'RUN','part':1,'status':'rejected','error_code':'it broke'}    | error_code
            ['RUN']                                                                  | $
            """)
    void setsAsideAReceiptThatIsNone(String data, String field) {
        String json = data.replace("RUN", RUN).replace('\'', '"');

        assertSetAside(record(receiptHeaders(), json), "undecodable", field + " ");
    }

    @Test
    void anAnswerCannotBeAskedForOnAnotherAdaptersSurface() {
        InboundReader two = new InboundReader(new AdapterRegistry(Map.of(
                "chat", EventOrigin.adapter("chat", "red", Set.of("demo")),
                "mail", EventOrigin.adapter("mail", "red", Set.of("demo")),
                "post", EventOrigin.adapter("post", "blue", Set.of("demo")))));

        assertThat(two.read(record(Map.of(), onSurface("mail")), NOW))
                .isEqualTo(
                        new InboundDecision.DeadLettered(
                                DeadLetterReason.INVALID,
                                "delivery.surface must not be another adapter or a platform of the host: only events from there may request answers there"));
        assertThat(List.of("chat", "post", "pager"))
                .allSatisfy(surface -> assertThat(two.read(record(Map.of(), onSurface(surface)), NOW))
                        .isInstanceOf(InboundDecision.Publish.class));
    }

    private static String onSurface(String surface) {
        return DATA.replace("{", "{\"delivery\":{\"surface\":\"" + surface + "\"},");
    }

    private static Map<String, String> receiptHeaders() {
        return Map.of(
                "ce_specversion", "1.0",
                "ce_id", "r1",
                "ce_source", "/chat",
                "ce_type", "dev.agenthost.receipt",
                "traceparent", TRACE);
    }

    private void assertSetAside(InboundRecord record, String reason, String detail) {
        assertThat(reader.read(record, NOW)).isInstanceOfSatisfying(InboundDecision.DeadLettered.class, aside -> {
            assertThat(aside.reason().wire()).isEqualTo(reason);
            assertThat(aside.detail()).startsWith(detail).doesNotContain("\n");
        });
    }

    private EventEnvelope published(InboundRecord record) {
        InboundDecision verdict = reader.read(record, NOW);
        assertThat(verdict).isInstanceOf(InboundDecision.Publish.class);
        return ((InboundDecision.Publish) verdict).envelope();
    }

    private static InboundRecord structured(String rest) {
        return record(Map.of("Content-Type", "application/cloudevents+json; charset=utf-8"), event(rest));
    }

    private static String event(String rest) {
        return "{\"specversion\":\"1.0\",\"id\":\"e1\",\"source\":\"/chat\",\"type\":\"message.received\","
                + "\"time\":\"2026-11-21T09:59:00Z\"," + rest.substring(1);
    }

    private static InboundRecord binary(Map<String, String> more) {
        Map<String, String> headers = new HashMap<>(Map.of(
                "ce_specversion", "1.0",
                "ce_id", "e1",
                "ce_source", "/chat",
                "ce_type", "message.received",
                "ce_time", "2026-11-21T09:59:00Z"));
        headers.putAll(more);
        return record(headers, DATA);
    }

    private static InboundRecord record(Map<String, String> headers, String value) {
        return new InboundRecord(at("agent.inbound.chat"), headers, value.getBytes(StandardCharsets.UTF_8));
    }

    private static RecordPosition at(String topic) {
        return new RecordPosition(topic, 0, 5);
    }
}
