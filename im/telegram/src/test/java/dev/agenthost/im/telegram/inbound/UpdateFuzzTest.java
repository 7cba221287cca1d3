package dev.agenthost.im.telegram.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.DamagedJson;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Updates of the table with members removed, renamed, repeated elsewhere or replaced by values of other types. */
class UpdateFuzzTest {
    private static final List<JsonNode> UPDATES =
            UpdateCases.all().stream().map(row -> row.path("update")).toList();

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
        JsonNode payload = UPDATES.get(random.nextInt(UPDATES.size())).deepCopy();
        for (int faults = random.nextInt(4); faults >= 0; faults--) {
            DamagedJson.damage(payload, random);
        }

        UpdateMapping outcome = TelegramInbound.map(payload, UpdateCases.BOT);

        assertThat(TelegramInbound.map(payload, UpdateCases.BOT)).isEqualTo(outcome);
        if (outcome instanceof UpdateMapping.Event(ObjectNode body, var files, var query)) {
            assertThat(body.path("event_id").isTextual()).isTrue();
            assertThat(body.path("event_type").isTextual()).isTrue();
            assertThat(body.path("source_event_type").asText()).isNotEmpty();
            assertThat(body.path("bot_id").asText()).isEqualTo("support");
            body.fieldNames().forEachRemaining(name -> assertThat(MEMBERS).contains(name));
        }
    }
}
