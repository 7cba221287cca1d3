package dev.agenthost.im.dingtalk.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.testkit.DamagedJson;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Payloads of the table with members removed, renamed, repeated elsewhere or replaced by values of other types. */
class DingTalkInboundFuzzTest {
    private static final List<JsonNode> CASES = DingTalkEventCases.all();

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
        DingTalkPush valid = DingTalkEventCases.push(CASES.get(random.nextInt(CASES.size())));
        JsonNode payload = Objects.requireNonNull(valid.payload()).deepCopy();
        if (random.nextBoolean()) {
            damageContent(payload, random);
        }
        for (int faults = random.nextInt(4); faults >= 0; faults--) {
            DamagedJson.damage(payload, random);
        }
        DingTalkPush push = new DingTalkPush(valid.topic(), valid.messageId(), payload);

        DingTalkMapping outcome = DingTalkInbound.map(push, DingTalkEventCases.BOT);

        assertThat(DingTalkInbound.map(push, DingTalkEventCases.BOT)).isEqualTo(outcome);
        if (outcome instanceof DingTalkMapping.Event(ObjectNode body, var files)) {
            assertThat(body.path("event_id").isTextual()).isTrue();
            assertThat(body.path("event_type").isTextual()).isTrue();
            assertThat(body.path("source_event_type").asText()).isNotEmpty();
            assertThat(body.path("bot_id").asText()).isEqualTo("support");
            body.fieldNames().forEachRemaining(name -> assertThat(MEMBERS).contains(name));
        }
    }

    /** The content of an action on a card is JSON in a text. */
    private static void damageContent(JsonNode payload, Random random) {
        if (payload instanceof ObjectNode callback && callback.path("content").isTextual()) {
            try {
                JsonNode content =
                        ProtocolCodec.mapper().readTree(callback.path("content").textValue());
                DamagedJson.damage(content, random);
                callback.put("content", content.toString());
            } catch (JsonProcessingException noJson) {
                callback.put("content", "{");
            }
        }
    }
}
