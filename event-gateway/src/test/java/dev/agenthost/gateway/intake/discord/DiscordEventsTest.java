package dev.agenthost.gateway.intake.discord;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.inbound.EventNormalizer;
import dev.agenthost.gateway.inbound.EventOrigin;
import dev.agenthost.gateway.inbound.InboundMessage;
import dev.agenthost.gateway.inbound.NormalizationResult;
import dev.agenthost.gateway.inbound.UnknownMembers;
import dev.agenthost.im.discord.inbound.DiscordEventCases;
import dev.agenthost.im.discord.inbound.DiscordInbound;
import dev.agenthost.im.discord.inbound.DiscordMapping;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.event.TriggerSource;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each event of the table of Discord passes the checks of an adapter's event. */
class DiscordEventsTest {
    private static final EventOrigin ORIGIN = EventOrigin.adapter("discord", "green", Set.of("support"));

    @TestFactory
    Stream<DynamicTest> eachEventOfDiscordIsAnEventOfTheHost() {
        return DiscordEventCases.all().stream()
                .filter(row -> row.has("expect"))
                .map(row -> DynamicTest.dynamicTest(row.path("name").asText(), () -> check(row)));
    }

    private static void check(JsonNode row) {
        ObjectNode body = ((DiscordMapping.Event) DiscordInbound.dispatch(
                        DiscordEventCases.dispatch(row), DiscordEventCases.bot(null), DiscordEventCases.NOW))
                .body();

        // The events of the table are older than the host accepts.
        Instant time = body.has("event_time")
                ? Instant.ofEpochSecond(body.path("event_time").asLong())
                : DiscordEventCases.NOW;
        NormalizationResult result = EventNormalizer.normalise(InboundMessage.bare(body, null), ORIGIN, "none", time);

        assertThat(UnknownMembers.warnings(body)).isEmpty();
        assertThat(result).isInstanceOfSatisfying(NormalizationResult.Accepted.class, accepted -> {
            var envelope = accepted.envelope();
            assertThat(envelope.source()).isEqualTo(TriggerSource.PLATFORM);
            assertThat(envelope.workspaceId()).isEqualTo("green");
            assertThat(EventTypes.isOpen(envelope.eventType())).isTrue();
            assertThat(envelope.data()).isEqualTo(body.path("data"));
            if (body.has("delivery")) {
                assertThat(envelope.delivery().surface()).isEqualTo("discord");
                assertThat(envelope.delivery().replyTarget())
                        .isEqualTo(body.path("delivery").path("reply_target"));
            }
        });
    }
}
