package dev.agenthost.gateway.intake.telegram;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.inbound.EventNormalizer;
import dev.agenthost.gateway.inbound.EventOrigin;
import dev.agenthost.gateway.inbound.InboundMessage;
import dev.agenthost.gateway.inbound.NormalizationResult;
import dev.agenthost.gateway.inbound.UnknownMembers;
import dev.agenthost.im.telegram.inbound.TelegramInbound;
import dev.agenthost.im.telegram.inbound.UpdateCases;
import dev.agenthost.im.telegram.inbound.UpdateMapping;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.event.TriggerSource;
import dev.agenthost.protocol.id.EventIds;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each event of the table of updates passes the checks of an adapter's event. */
class TelegramEventsTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_795_900_100);
    private static final EventOrigin ORIGIN = EventOrigin.adapter("telegram", "green", Set.of("support"));

    @TestFactory
    Stream<DynamicTest> eachEventOfTelegramIsAnEventOfTheHost() {
        return UpdateCases.all().stream()
                .filter(row -> row.has("expect"))
                .map(row -> DynamicTest.dynamicTest(row.path("name").asText(), () -> check(row.path("update"))));
    }

    private static void check(JsonNode update) {
        ObjectNode body = ((UpdateMapping.Event) TelegramInbound.map(update, UpdateCases.BOT)).body();

        NormalizationResult result = EventNormalizer.normalise(InboundMessage.bare(body, null), ORIGIN, "none", NOW);

        assertThat(UnknownMembers.warnings(body)).isEmpty();
        assertThat(result).isInstanceOfSatisfying(NormalizationResult.Accepted.class, accepted -> {
            var envelope = accepted.envelope();
            assertThat(envelope.source()).isEqualTo(TriggerSource.PLATFORM);
            assertThat(envelope.workspaceId()).isEqualTo("green");
            assertThat(envelope.delivery().surface()).isEqualTo("telegram");
            assertThat(EventTypes.isOpen(envelope.eventType())).isTrue();
            assertThat(envelope.eventId())
                    .isEqualTo(EventIds.of(
                            "green",
                            "telegram",
                            "support",
                            update.path("update_id").asText()));
        });
    }
}
