package dev.agenthost.im.discord.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.discord.gateway.DiscordDispatch;
import dev.agenthost.testkit.DamagedJson;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Damaged events: each has a named outcome, and an event has only members of the envelope form. */
class DiscordInboundFuzzTest {
    private static final List<JsonNode> CASES = DiscordEventCases.all();
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
        DiscordDispatch dispatch = DiscordEventCases.dispatch(
                CASES.get(random.nextInt(CASES.size())).deepCopy());
        String type = random.nextInt(4) == 0
                ? DiscordEventCases.dispatch(CASES.get(random.nextInt(CASES.size())))
                        .type()
                : dispatch.type();
        for (int faults = random.nextInt(4); faults >= 0; faults--) {
            DamagedJson.damage(dispatch.data(), random);
        }
        DiscordDispatch damaged = new DiscordDispatch(dispatch.sessionId(), dispatch.sequence(), type, dispatch.data());
        DiscordIdentity bot = DiscordEventCases.bot(random.nextInt(4) == 0 ? "7" : null);

        DiscordMapping outcome = DiscordInbound.dispatch(damaged, bot, DiscordEventCases.NOW);

        assertThat(DiscordInbound.dispatch(damaged, bot, DiscordEventCases.NOW)).isEqualTo(outcome);
        assertThat(DiscordInbound.interaction(damaged.data(), bot)).isNotNull();
        if (outcome instanceof DiscordMapping.Event(ObjectNode body, var files, var interaction)) {
            assertThat(body.path("event_id").asText()).hasSizeBetween(1, 200);
            assertThat(body.path("event_type").isTextual()).isTrue();
            assertThat(body.path("source_event_type").asText()).isNotEmpty();
            assertThat(body.path("bot_id").asText()).isEqualTo("support");
            body.fieldNames().forEachRemaining(name -> assertThat(MEMBERS).contains(name));
        }
    }
}
