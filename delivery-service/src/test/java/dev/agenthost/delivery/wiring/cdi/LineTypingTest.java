package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.surface.ConversationGate;
import dev.agenthost.delivery.surface.line.LineTyping;
import dev.agenthost.protocol.delivery.OutboundTyping;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.testkit.line.LineFault;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the loading animation at LINE, with the scripted API. */
class LineTypingTest {
    @RegisterExtension
    static final LineFixture fixture = new LineFixture();

    private static int next = 1;

    private final String person = String.format("U%032x", next++);

    /** LINE refuses groups and rooms (https://developers.line.biz/en/reference/messaging-api/#display-a-loading-indicator). */
    @Test
    void theAnimationIsShownToAPersonAlone() {
        LineTyping typing = fixture.typing(ConversationGate.OPEN);
        int before = fixture.line.calls("/loading/start").size();

        assertThat(types(typing, target().put("group_id", "C" + "a".repeat(32))))
                .isFalse();
        assertThat(types(typing, JsonNodeFactory.instance.objectNode())).isFalse();
        assertThat(fixture.line.calls("/loading/start")).hasSize(before);
        assertThat(types(typing, target())).isTrue();
        assertThat(fixture.line.loading()).contains(person);
    }

    @Test
    void noAnimationIsShownInAConversationThatIsTakenOver() {
        ConversationGate takenOver = new ConversationGate() {
            @Override
            public boolean isTakenOver(String conversationKey) {
                return true;
            }

            @Override
            public boolean mayCall(String conversationKey) {
                return false;
            }
        };

        assertThat(types(fixture.typing(takenOver), target())).isFalse();
        assertThat(fixture.line.loading()).doesNotContain(person);
    }

    @Test
    void anAnimationThatWaitsForItsRateOrFailsIsNotShown() {
        fixture.limitRates();
        LineTyping typing = fixture.typing(ConversationGate.OPEN);
        fixture.line.failNext(new LineFault.RateLimit());

        assertThat(types(typing, target())).isFalse();
        assertThat(types(typing, target())).isFalse();
        assertThat(fixture.line.loading()).doesNotContain(person);
    }

    private ObjectNode target() {
        return JsonNodeFactory.instance.objectNode().put("user_id", person);
    }

    private static boolean types(LineTyping typing, ObjectNode target) {
        return typing.publish(
                        "bot",
                        "c",
                        new OutboundTyping(
                                new RunId(UUID.randomUUID()),
                                1,
                                new EventId(UUID.randomUUID()),
                                "demo",
                                "bot",
                                "c",
                                null,
                                target))
                .await()
                .atMost(ChatFixture.LIMIT);
    }
}
