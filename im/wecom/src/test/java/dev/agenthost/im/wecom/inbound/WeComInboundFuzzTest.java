package dev.agenthost.im.wecom.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.wecom.xml.WeComXml;
import dev.agenthost.testkit.DamagedJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Payloads of the table with members removed, renamed, repeated elsewhere or replaced, and their documents with damaged bytes. */
class WeComInboundFuzzTest {
    private static final List<JsonNode> CASES = WeComEventCases.all();

    /** The members of the envelope form that a mapping may fill; workspace and host-only members are not among them. */
    private static final Set<String> MEMBERS = Set.of(
            "event_id",
            "event_type",
            "event_time",
            "source_event_type",
            "bot_id",
            "conversation_id",
            "launcher_type",
            "launcher_id",
            "actor",
            "subject",
            "input",
            "delivery",
            "data");

    @Property(tries = 20_000)
    void everyPayloadHasANamedOutcome(@ForAll long seed) {
        Random random = new Random(seed);
        JsonNode payload = WeComEventCases.payload(CASES.get(random.nextInt(CASES.size())));
        for (int faults = random.nextInt(4); faults >= 0; faults--) {
            DamagedJson.damage(payload, random);
        }
        check(payload);
    }

    @Property(tries = 20_000)
    void everyDocumentHasANamedOutcome(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] document =
                CASES.get(random.nextInt(CASES.size())).path("xml").asText().getBytes(StandardCharsets.UTF_8);
        for (int faults = random.nextInt(4); faults >= 0; faults--) {
            byte[] signs = "<>/![]CDAT&;\"= x".getBytes(StandardCharsets.UTF_8);
            document[random.nextInt(document.length)] =
                    random.nextBoolean() ? signs[random.nextInt(signs.length)] : (byte) random.nextInt(256);
        }
        Optional<ObjectNode> payload = WeComXml.read(document);
        payload.ifPresent(WeComInboundFuzzTest::check);
    }

    private static void check(JsonNode payload) {
        WeComMapping outcome = WeComInbound.map(payload, WeComEventCases.BOT);

        assertThat(WeComInbound.map(payload, WeComEventCases.BOT)).isEqualTo(outcome);
        if (outcome instanceof WeComMapping.Event(ObjectNode body, var files)) {
            assertThat(body.path("event_id").asText()).hasSizeBetween(1, 256);
            assertThat(body.path("event_type").isTextual()).isTrue();
            assertThat(body.path("source_event_type").asText()).isNotEmpty();
            assertThat(body.path("bot_id").asText()).isEqualTo("support");
            body.fieldNames().forEachRemaining(name -> assertThat(MEMBERS).contains(name));
        }
    }
}
