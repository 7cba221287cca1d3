package dev.agenthost.gateway.intake.onebot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.inbound.EventNormalizer;
import dev.agenthost.gateway.inbound.EventOrigin;
import dev.agenthost.gateway.inbound.InboundMessage;
import dev.agenthost.gateway.inbound.NormalizationResult;
import dev.agenthost.gateway.inbound.UnknownMembers;
import dev.agenthost.im.onebot.inbound.OneBotEventCases;
import dev.agenthost.im.onebot.inbound.OneBotInbound;
import dev.agenthost.im.onebot.inbound.OneBotMapping;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.event.TriggerSource;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each event of the table of OneBot passes the checks of an adapter's event. */
class OneBotEventsTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_795_900_100);
    private static final EventOrigin ORIGIN = EventOrigin.adapter("onebot", "green", Set.of("support"));

    @TestFactory
    Stream<DynamicTest> eachEventOfOneBotIsAnEventOfTheHost() {
        return OneBotEventCases.all().stream()
                .filter(row -> row.has("expect"))
                .map(row -> DynamicTest.dynamicTest(row.path("name").asText(), () -> check(row.path("event"))));
    }

    private static void check(JsonNode event) {
        ObjectNode body = ((OneBotMapping.Event) OneBotInbound.map(event, OneBotEventCases.BOT)).body();

        NormalizationResult result = EventNormalizer.normalise(InboundMessage.bare(body, null), ORIGIN, "none", NOW);

        assertThat(UnknownMembers.warnings(body)).isEmpty();
        assertThat(result).isInstanceOfSatisfying(NormalizationResult.Accepted.class, accepted -> {
            var envelope = accepted.envelope();
            assertThat(envelope.source()).isEqualTo(TriggerSource.PLATFORM);
            assertThat(envelope.workspaceId()).isEqualTo("green");
            assertThat(EventTypes.isOpen(envelope.eventType())).isTrue();
            if (envelope.conversationId() != null) {
                assertThat(envelope.delivery().surface()).isEqualTo("onebot");
            }
        });
    }
}
