package dev.agenthost.orchestrator.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.Envelopes;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SteeringPlanTest {
    private static final String MINE = "b1";

    /** The messages that a run takes in stand at the front of the queue, are for its binding, may be steered, and are at most as many as it asked for. */
    @Property
    void nothingOvertakesWhatWaitsBeforeIt(@ForAll List<TurnPolicy> waiting, @ForAll boolean mine) {
        List<WaitingMessage> messages = waiting.stream()
                .map(policy -> message(mine ? MINE : "b2", policy))
                .toList();

        List<WaitingMessage> chosen = SteeringPlan.choose(messages, MINE, 3);

        int front = 0;
        while (mine && front < 3 && front < waiting.size() && waiting.get(front) == TurnPolicy.STEER) {
            front++;
        }
        assertThat(chosen).isEqualTo(messages.subList(0, front));
    }

    @Test
    void aMessageForAnotherBindingHoldsUpThoseBehindIt() {
        List<WaitingMessage> messages = new ArrayList<>(List.of(message(MINE, TurnPolicy.STEER)));
        messages.add(message("b2", TurnPolicy.STEER));
        messages.add(message(MINE, TurnPolicy.STEER));

        assertThat(SteeringPlan.choose(messages, MINE, 9)).containsExactly(messages.getFirst());
    }

    @Test
    void aMessageThatWasTakenInSaysIntoWhichRun() throws Exception {
        WaitingMessage message = message(MINE, TurnPolicy.STEER);
        RunKey into =
                new RunKey("demo", message(MINE, TurnPolicy.STEER).resolution().runId());

        Injection injection = SteeringPlan.inject(message, new SteeringTarget(into, 1, "demo/demo/c/"), Instant.EPOCH);

        JsonNode record = ProtocolCodec.readTree(injection.terminal().value());
        assertThat(injection.terminal().key().runId()).isEqualTo(message.runId());
        assertThat(record.path("attempt").intValue()).isZero();
        assertThat(record.at("/results/0/type").asText()).isEqualTo("run.unanswered");
        assertThat(record.at("/results/0/data/reason").asText()).isEqualTo("steered");
        assertThat(record.at("/results/0/data/into_run_id").asText())
                .isEqualTo(into.runId().toString());
        assertThat(injection.outcome().code()).isEqualTo("steered");
    }

    private static WaitingMessage message(String binding, TurnPolicy policy) {
        BindingSnapshot usual =
                Resolutions.binding(Resolutions.ECHO, policy, RetryPolicy.NEVER, DeadlinePolicy.defaults());
        Resolution resolution = Resolutions.bound(
                Envelopes.message("demo", "demo", "c", null, UUID.randomUUID().toString(), "also this"),
                new BindingSnapshot(
                        binding,
                        1,
                        "a1",
                        1,
                        usual.runnerId(),
                        usual.runnerConfig(),
                        usual.resourcePolicy(),
                        usual.statePolicy(),
                        usual.deliveryPolicy(),
                        policy,
                        RetryPolicy.NEVER,
                        DeadlinePolicy.defaults()));
        return new WaitingMessage(resolution, "0".repeat(32));
    }
}
