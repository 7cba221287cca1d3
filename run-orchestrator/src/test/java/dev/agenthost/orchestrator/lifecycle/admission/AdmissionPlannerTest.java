package dev.agenthost.orchestrator.lifecycle.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.protocol.topic.RecordPosition;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdmissionPlannerTest {
    private static final RecordPosition REQUEST = new RecordPosition("agent.run-requests", 3, 1);

    @Test
    void endsARunWhosePluginTheBindingDoesNotAllow() {
        Admission planned = plan(List.of("acme/other"));

        assertThat(planned.turnMode()).isEqualTo(TurnMode.ENDED);
        assertThat(planned.end()).isNotNull();
        assertThat(planned.end().outcome().type()).isEqualTo("run.failed");
        assertThat(planned.end().outcome().code()).isEqualTo("runner.not_authorized");
    }

    @Test
    void admitsARunWhosePluginTheBindingAllows() {
        for (Admission planned : List.of(plan(null), plan(List.of("acme/other", ClaimedRuns.PROBE.plugin())))) {
            assertThat(planned.turnMode()).isEqualTo(TurnMode.SERIAL);
            assertThat(planned.end()).isNull();
            assertThat(planned.runnerId()).isEqualTo(ClaimedRuns.PROBE.toString());
        }
    }

    /** Else two of them would continue one graph at once, a busy agent would reject one, and a timer would interrupt a person's run. */
    @ParameterizedTest
    @ValueSource(strings = {"interaction.submitted", "delegation.completed", "timer.fired"})
    void anEventThatContinuesARunWaitsForItsTurnUnderEveryPolicy(String type) throws Exception {
        for (TurnPolicy policy : TurnPolicy.values()) {
            assertThat(plan(type, policy).turnMode()).as(policy.name()).isEqualTo(TurnMode.SERIAL);
        }
    }

    @Test
    void aMessageHasTheTurnOfItsPolicy() throws Exception {
        assertThat(plan("message.received", TurnPolicy.PARALLEL).turnMode()).isEqualTo(TurnMode.NONE);
        assertThat(plan("message.received", TurnPolicy.REJECT).turnMode()).isEqualTo(TurnMode.REJECT);
        assertThat(plan("message.received", TurnPolicy.INTERRUPT).turnMode()).isEqualTo(TurnMode.INTERRUPT);
        assertThat(plan("delegation.requested", TurnPolicy.PARALLEL).turnMode()).isEqualTo(TurnMode.NONE);
    }

    private static Admission plan(String eventType, TurnPolicy policy) throws Exception {
        Resolution claimed = ClaimedRuns.claimed().resolution();
        ObjectNode event = (ObjectNode) ProtocolCodec.tree(claimed.event());
        ObjectNode binding = (ObjectNode) ProtocolCodec.tree(ClaimedRuns.binding());
        event.put("event_type", eventType);
        binding.put("turn_policy", policy.name().toLowerCase(Locale.ROOT));
        Resolution resolution = new Resolution(
                claimed.runId(),
                0,
                ProtocolCodec.decode(event, EventEnvelope.class),
                claimed.eventPosition(),
                Instant.EPOCH,
                new ResolutionOutcome.Bound(ProtocolCodec.decode(binding, BindingSnapshot.class)));
        return AdmissionPlanner.plan(
                resolution, new byte[0], REQUEST, "0af7651916cd43dd8448eb211c80319c", Instant.EPOCH);
    }

    private static Admission plan(@Nullable List<String> allowedPlugins) {
        ResourcePolicy policy = new ResourcePolicy(
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), allowedPlugins);
        Resolution claimed = ClaimedRuns.claimed().resolution();
        Resolution resolution = new Resolution(
                claimed.runId(),
                0,
                claimed.event(),
                claimed.eventPosition(),
                Instant.EPOCH,
                new ResolutionOutcome.Bound(ClaimedRuns.binding(
                        policy,
                        StatePolicy.defaults(),
                        DeliveryPolicy.defaults(),
                        JsonNodeFactory.instance.objectNode())));
        return AdmissionPlanner.plan(
                resolution, new byte[0], REQUEST, "0af7651916cd43dd8448eb211c80319c", Instant.EPOCH);
    }
}
