package dev.agenthost.im.slack.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.DamagedJson;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;

/** Payloads of the table with members removed, renamed, repeated elsewhere or replaced by values of other types. */
class SlackInboundFuzzTest {
    private static final List<JsonNode> EVENTS =
            SlackEventCases.all().stream().map(row -> row.path("event")).toList();

    /** The members of the envelope form that a mapping may fill; workspace and host-only members are not among them. */
    private static final Set<String> MEMBERS = Set.of(
            "event_id",
            "event_type",
            "event_time",
            "source_event_type",
            "bot_id",
            "conversation_id",
            "thread_id",
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
        JsonNode payload = EVENTS.get(random.nextInt(EVENTS.size())).deepCopy();
        for (int faults = random.nextInt(4); faults >= 0; faults--) {
            DamagedJson.damage(payload, random);
        }

        SlackMapping outcome = SlackInbound.map(payload, SlackEventCases.BOT);

        assertThat(SlackInbound.map(payload, SlackEventCases.BOT)).isEqualTo(outcome);
        if (outcome instanceof SlackMapping.Event(ObjectNode body, var files)) {
            assertThat(body.path("event_id").isTextual()).isTrue();
            assertThat(body.path("event_type").isTextual()).isTrue();
            assertThat(body.path("source_event_type").asText()).isNotEmpty();
            assertThat(body.path("bot_id").asText()).isEqualTo("support");
            body.fieldNames().forEachRemaining(name -> assertThat(MEMBERS).contains(name));
        }
    }

    /** Slack escapes the brackets of a person, so that only its own references are references. */
    @Property(tries = 5_000)
    void anEscapedTextIsReadAsItWasWritten(
            @ForAll
                    @Chars({
                        '<', '>', '&', '@', '#', '!', '|', '^', ';', 'l', 't', 'g', 'a', 'm', 'p', 'U', 'B', 'O', 'T',
                        ' '
                    })
                    String written) {
        String raw = written.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");

        SlackText read = SlackText.of(raw, "UBOT");

        assertThat(read.text()).isEqualTo(written.strip());
        assertThat(read.isMention()).isFalse();
        assertThat(read.mentions()).isEmpty();
    }
}
