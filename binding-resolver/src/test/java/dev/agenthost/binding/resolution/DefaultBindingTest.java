package dev.agenthost.binding.resolution;

import static dev.agenthost.binding.Sets.BOT;
import static dev.agenthost.binding.Sets.WORKSPACE;
import static dev.agenthost.binding.Sets.binding;
import static dev.agenthost.binding.Sets.disabled;
import static dev.agenthost.binding.Sets.filtered;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.binding.Events;
import dev.agenthost.binding.Sets;
import dev.agenthost.binding.catalog.ActorFilter;
import dev.agenthost.binding.catalog.Binding;
import dev.agenthost.binding.catalog.DefaultBinding;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.run.UnboundReason;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DefaultBindingTest {
    private static final Binding DEFAULT = DefaultBinding.of("demo", "demo", "echo", 3);
    private static final EventEnvelope CHAT = Events.messageOf("demo", "demo", "c1");

    @Test
    void answersWhatNoBindingAnswers() {
        assertThat(bound(CHAT, DEFAULT)).satisfies(snapshot -> {
            assertThat(snapshot.bindingId()).isEqualTo("bot:demo");
            assertThat(snapshot.bindingVersion()).isEqualTo(3);
            assertThat(snapshot.agentId()).isEqualTo("echo");
            assertThat(snapshot.deliveryPolicy())
                    .isEqualTo(bound(CHAT, binding("b", BOT, "*")).deliveryPolicy());
        });
        assertThat(bound(CHAT, DEFAULT, disabled(binding("off", BOT, "*"))).bindingId())
                .isEqualTo("bot:demo");
        ActorFilter notAda = new ActorFilter(null, null, List.of("ada"));
        assertThat(bound(CHAT, DEFAULT, filtered(binding("not-ada", BOT, "*"), notAda))
                        .bindingId())
                .isEqualTo("bot:demo");
    }

    @Test
    void everyBindingThatAnswersComesBeforeIt() {
        assertThat(bound(CHAT, DEFAULT, binding("general", WORKSPACE, "*")).bindingId())
                .isEqualTo("general");
    }

    @Test
    void answersMessagesOfItsBotOnly() {
        assertThat(reason(Events.messageOf("demo", "other", "c1"), DEFAULT)).isEqualTo(UnboundReason.NO_BINDING);
        assertThat(reason(Events.messageOf("other", "demo", "c1"), DEFAULT)).isEqualTo(UnboundReason.NO_BINDING);
        assertThat(reason(Events.with(CHAT, "event_type", "friend.added"), DEFAULT))
                .isEqualTo(UnboundReason.NO_BINDING);
        assertThat(reason(Events.with(CHAT, "event_type", "message.edited"), DEFAULT))
                .isEqualTo(UnboundReason.NO_BINDING);
    }

    @Test
    void answersOutsideOfPrivateChatsOnlyAMention() {
        EventEnvelope group = Events.groupMessage();
        EventEnvelope person = Events.with(group, "launcher_type", "person");
        EventEnvelope mention = Events.with(group, "data", Map.of("is_mentioned", true));
        EventEnvelope none = Events.with(group, "data", Map.of("is_mentioned", false));
        EventEnvelope channel = Events.with(none, "launcher_type", "channel");

        assertThat(bound(person, DEFAULT).bindingId()).isEqualTo("bot:demo");
        assertThat(bound(mention, DEFAULT).bindingId()).isEqualTo("bot:demo");
        for (EventEnvelope unmentioned : List.of(group, none, channel)) {
            assertThat(BindingResolver.resolve(unmentioned, Sets.of(DEFAULT)))
                    .isInstanceOfSatisfying(ResolutionOutcome.Unbound.class, unbound -> {
                        assertThat(unbound.reason()).isEqualTo(UnboundReason.FILTERED);
                        assertThat(unbound.detail()).contains("bot demo").contains("data.is_mentioned");
                    });
        }
    }

    @Test
    void aRunOfItIsContinuedWithoutAMention() throws Exception {
        ObjectNode json = ProtocolCodec.tree(Events.groupMessage());
        json.put("event_type", "interaction.submitted");
        json.putObject("parent")
                .put("run_id", UUID.randomUUID().toString())
                .put("binding_id", "bot:demo")
                .put("runner_id", "plugin:agenthost/echo/default")
                .putObject("lineage")
                .put("root_run_id", UUID.randomUUID().toString())
                .put("origin_run_id", UUID.randomUUID().toString())
                .put("depth", 1);
        EventEnvelope continued = ProtocolCodec.decode(json, EventEnvelope.class);

        assertThat(bound(continued, DEFAULT, binding("b", BOT, "*")).bindingId())
                .isEqualTo("bot:demo");
        assertThat(reason(continued, binding("b", BOT, "*"))).isEqualTo(UnboundReason.NO_BINDING);
    }

    private static BindingSnapshot bound(EventEnvelope event, Binding... bindings) {
        return ((ResolutionOutcome.Bound) BindingResolver.resolve(event, Sets.of(bindings))).binding();
    }

    private static UnboundReason reason(EventEnvelope event, Binding... bindings) {
        return ((ResolutionOutcome.Unbound) BindingResolver.resolve(event, Sets.of(bindings))).reason();
    }
}
