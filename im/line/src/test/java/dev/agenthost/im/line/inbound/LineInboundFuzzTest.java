package dev.agenthost.im.line.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.testkit.DamagedJson;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Events of the table with members removed, renamed, repeated elsewhere or replaced. */
class LineInboundFuzzTest {
    private static final List<JsonNode> CASES = LineEventCases.all();

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
    void everyEventHasANamedOutcome(@ForAll long seed) {
        Random random = new Random(seed);
        JsonNode event = CASES.get(random.nextInt(CASES.size())).path("event").deepCopy();
        for (int faults = random.nextInt(4); faults >= 0; faults--) {
            DamagedJson.damage(event, random);
        }
        LineMapping outcome = LineInbound.map(event, LineEventCases.BOT);

        assertThat(LineInbound.map(event, LineEventCases.BOT)).isEqualTo(outcome);
        if (outcome instanceof LineMapping.Event(ObjectNode body, List<LineFile> files)) {
            assertThat(body.path("event_id").asText()).hasSizeBetween(1, 256);
            assertThat(body.path("event_type").isTextual()).isTrue();
            assertThat(body.path("source_event_type").asText()).isNotEmpty();
            assertThat(body.path("bot_id").asText()).isEqualTo("support");
            assertThat(files).hasSize(body.path("data").path("files").size());
            body.fieldNames().forEachRemaining(name -> assertThat(MEMBERS).contains(name));
        }
    }

    @Property(tries = 5_000)
    void everyWebhookHasANamedOutcome(@ForAll long seed) {
        Random random = new Random(seed);
        ObjectNode webhook = JsonNodeFactory.instance.objectNode().put("destination", LineEventCases.BOT.userId());
        webhook.putArray("events")
                .add(CASES.get(random.nextInt(CASES.size())).path("event").deepCopy());
        for (int faults = random.nextInt(4); faults >= 0; faults--) {
            DamagedJson.damage(webhook, random);
        }
        if (LineWebhook.read(webhook, LineEventCases.BOT) instanceof LineWebhook.Events(List<JsonNode> events)) {
            events.forEach(event -> assertThat(LineInbound.map(event, LineEventCases.BOT))
                    .isEqualTo(LineInbound.map(event, LineEventCases.BOT)));
        }
    }

    /** A mention at any place, of any length, in any text: no unit of another text than the mention is lost. */
    @Property(tries = 5_000)
    void aMentionTakesNothingButItselfAndOneSpaceFromTheText(
            @ForAll String before, @ForAll String after, @ForAll int index, @ForAll int length) {
        String text = before + "@Shop " + after;
        assertThat(said(text, before.length(), 5)).isEqualTo(before + after);
        String other = said(text, index, length);
        assertThat((long) text.length() - other.length()).isBetween(0L, Math.max(0L, length) + 1);
    }

    private static String said(String text, int index, int length) {
        ObjectNode message = JsonNodeFactory.instance.objectNode();
        message.putObject("mention")
                .putArray("mentionees")
                .addObject()
                .put("index", index)
                .put("length", length)
                .put("isSelf", true);
        return LineMentions.of(text, new PlatformObject(message), LineEventCases.BOT)
                .text();
    }
}
