package dev.agenthost.gateway.intake.dingtalk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.inbound.EventNormalizer;
import dev.agenthost.gateway.inbound.EventOrigin;
import dev.agenthost.gateway.inbound.InboundMessage;
import dev.agenthost.gateway.inbound.NormalizationResult;
import dev.agenthost.gateway.inbound.UnknownMembers;
import dev.agenthost.im.dingtalk.inbound.DingTalkEventCases;
import dev.agenthost.im.dingtalk.inbound.DingTalkInbound;
import dev.agenthost.im.dingtalk.inbound.DingTalkMapping;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.event.TriggerSource;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each event of the table of DingTalk passes the checks of an adapter's event. */
class DingTalkEventsTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_795_900_100);
    private static final EventOrigin ORIGIN = EventOrigin.adapter("dingtalk", "green", Set.of("support"));

    @TestFactory
    Stream<DynamicTest> eachEventOfDingTalkIsAnEventOfTheHost() {
        return DingTalkEventCases.all().stream()
                .filter(row -> row.has("expect"))
                .map(row -> DynamicTest.dynamicTest(row.path("name").asText(), () -> check(row)));
    }

    private static void check(JsonNode row) {
        ObjectNode body = ((DingTalkMapping.Event)
                        DingTalkInbound.map(DingTalkEventCases.push(row), DingTalkEventCases.BOT))
                .body();

        NormalizationResult result = EventNormalizer.normalise(InboundMessage.bare(body, null), ORIGIN, "none", NOW);

        assertThat(UnknownMembers.warnings(body)).isEmpty();
        assertThat(result).isInstanceOfSatisfying(NormalizationResult.Accepted.class, accepted -> {
            var envelope = accepted.envelope();
            assertThat(envelope.source()).isEqualTo(TriggerSource.PLATFORM);
            assertThat(envelope.workspaceId()).isEqualTo("green");
            assertThat(EventTypes.isOpen(envelope.eventType())).isTrue();
            assertThat(envelope.data()).isEqualTo(body.path("data"));
            if (envelope.conversationId() != null) {
                assertThat(envelope.delivery().surface()).isEqualTo("dingtalk");
                assertThat(envelope.delivery().replyTarget())
                        .isEqualTo(body.path("delivery").path("reply_target"));
            }
        });
    }
}
