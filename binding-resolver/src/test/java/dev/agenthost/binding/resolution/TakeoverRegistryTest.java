package dev.agenthost.binding.resolution;

import static dev.agenthost.binding.Events.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.binding.Events;
import dev.agenthost.protocol.delivery.ConversationTakeover;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.run.UnboundReason;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TakeoverRegistryTest {
    private static final Instant UNTIL = NOW.plusSeconds(60);

    private final TakeoverRegistry takeovers = new TakeoverRegistry();

    @Test
    void anEventOfAConversationThatIsTakenOverHasNoAnswer() {
        EventEnvelope event = Events.messageOf("demo", "support", "7");
        assertThat(takeovers.refusal(event, NOW)).isEmpty();

        takeovers.take(takeover(event, null), NOW);

        assertThat(takeovers.refusal(event, NOW)).get().satisfies(outcome -> {
            assertThat(((ResolutionOutcome.Unbound) outcome).reason()).isEqualTo(UnboundReason.TAKEN_OVER);
            assertThat(((ResolutionOutcome.Unbound) outcome).detail()).contains("ops desk", UNTIL.toString());
        });
        assertThat(takeovers.refusal(Events.messageOf("demo", "support", "8"), NOW))
                .isEmpty();
        assertThat(takeovers.refusal(Events.messageOf("other", "support", "7"), NOW))
                .isEmpty();
        assertThat(takeovers.refusal(Events.message("demo", "support", "7", "t1", null, null, event.actor()), NOW))
                .isEmpty();
    }

    @Test
    void aTakeoverEndsByItsRecordOrItsTime() {
        EventEnvelope event = Events.messageOf("demo", "support", "7");
        takeovers.take(takeover(event, null), NOW);
        takeovers.take(takeover(event, NOW), NOW);
        assertThat(takeovers.refusal(event, NOW)).isEmpty();

        takeovers.take(takeover(event, null), NOW);
        assertThat(takeovers.refusal(event, UNTIL.minusMillis(1))).isPresent();
        assertThat(takeovers.refusal(event, UNTIL)).isEmpty();
    }

    @Test
    void anEventThatContinuesARunIsAnswered() {
        ObjectNode parent = JsonNodeFactory.instance
                .objectNode()
                .put("run_id", UUID.randomUUID().toString())
                .put("binding_id", "b")
                .put("runner_id", "plugin:acme/planner/default");
        parent.putObject("lineage")
                .put("root_run_id", UUID.randomUUID().toString())
                .put("origin_run_id", UUID.randomUUID().toString())
                .put("depth", 1);
        EventEnvelope event = Events.messageOf("demo", "support", "7");
        takeovers.take(takeover(event, null), NOW);

        assertThat(takeovers.refusal(Events.with(event, "parent", parent), NOW)).isEmpty();
    }

    private static ConversationTakeover takeover(EventEnvelope event, @Nullable Instant endedAt) {
        return new ConversationTakeover(event.conversationKey(), event.workspaceId(), "ops desk", NOW, UNTIL, endedAt);
    }
}
