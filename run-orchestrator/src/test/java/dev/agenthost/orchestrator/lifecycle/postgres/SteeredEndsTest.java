package dev.agenthost.orchestrator.lifecycle.postgres;

import static dev.agenthost.orchestrator.lifecycle.postgres.RunsReplica.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.lifecycle.SteeringPlan;
import dev.agenthost.orchestrator.lifecycle.SteeringTarget;
import dev.agenthost.orchestrator.lifecycle.finish.RunTermination;
import dev.agenthost.orchestrator.metrics.RunTerminationMetrics;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that were handed to a run, among the ends that are counted. */
class SteeredEndsTest extends TwoReplicas {
    private final String conversation = UUID.randomUUID().toString();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private RunTerminationMetrics counted;

    @BeforeEach
    void counting() {
        counted = new RunTerminationMetrics(one.ends, registry, new MetricNamespace("orchestrator"));
    }

    @Test
    void countsASteeredMessageOnce() {
        ClaimedRun active = claimed(one, steered());
        Resolution message = waits();
        take(active);
        store(one.end(active));

        assertThat(one.marked(counted, active.key(), 5).steered()).containsExactly(key(message));
        assertThat(one.marked(counted, active.key(), 5).steered()).isEmpty();
        assertThat(ended("run.unanswered", "steered")).isEqualTo(1);
        assertThat(ended("run.failed", "runner.error")).isEqualTo(1);
    }

    @Test
    void countsAMessageThatBecomesARunByTheEndOfThatRun() {
        ClaimedRun active = claimed(one, steered());
        Resolution message = waits();
        store(one.end(active));
        ClaimedRun own = one.marked(counted, active.key(), 5).claimed().getFirst();
        assertThat(own.key()).isEqualTo(key(message));
        assertThat(ended("run.failed", "runner.error")).isEqualTo(1);

        store(one.end(own));
        one.marked(counted, own.key(), 5);
        assertThat(ended("run.failed", "runner.error")).isEqualTo(2);
        assertThat(ended("run.unanswered", "steered")).isZero();
    }

    private void store(RunTermination end) {
        assertThat(done(counted.store(List.of(end)))).containsExactly(true);
    }

    private void take(ClaimedRun active) {
        SteeringTarget into = new SteeringTarget(
                active.key(),
                active.attempt(),
                active.resolution().event().conversationKey().value());
        var injections = done(one.steering.waiting(into, "x", 9, 1 << 20)).stream()
                .map(message -> SteeringPlan.inject(message, into, Instant.EPOCH))
                .toList();
        assertThat(done(one.steering.deliver(into, "x", injections))).hasSize(1);
    }

    private double ended(String outcome, String code) {
        Counter counter = registry.find("agenthost.orchestrator.runs.ended")
                .tags("outcome", outcome, "code", code)
                .counter();
        return counter == null ? 0 : counter.count();
    }

    private Resolution waits() {
        Resolution message = steered();
        one.admit(message, 5);
        return message;
    }

    private Resolution steered() {
        return RunRequests.with(conversation, "x", TurnPolicy.STEER, RetryPolicy.NEVER, DeadlinePolicy.defaults());
    }
}
