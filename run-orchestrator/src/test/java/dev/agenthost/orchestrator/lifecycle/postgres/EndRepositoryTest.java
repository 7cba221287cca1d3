package dev.agenthost.orchestrator.lifecycle.postgres;

import static dev.agenthost.orchestrator.lifecycle.postgres.RunsReplica.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.lifecycle.admission.Admission;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionOutcome;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionPlanner;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.protocol.topic.RecordPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A run ends exactly once. */
class EndRepositoryTest extends TwoReplicas {
    @Test
    void theGuardedEndLosesToAHigherAttempt() {
        ClaimedRun old = claimed(one, RunRequests.of("x"));
        assertThat(done(two.runs.requeue(old.key(), one.held(old), back(Duration.ZERO))))
                .isTrue();
        ClaimedRun now = two.claim(1).getFirst();
        assertThat(now.attempt()).isEqualTo(2);

        assertThat(one.store(old)).isFalse();
        assertThat(done(one.runs.touch(old.key(), one.held(old)))).isFalse();
        assertThat(done(one.runs.requeue(old.key(), one.held(old), back(Duration.ZERO))))
                .isFalse();
        assertThat(two.store(now)).isTrue();
        assertThat(view(now.key()).attempt()).isEqualTo(2);
    }

    @Test
    void storingAnEndIsIdempotentAndAnotherEndIsRefused() {
        ClaimedRun run = claimed(one, RunRequests.of("x"));
        assertThat(one.store(run)).isTrue();
        assertThat(one.store(run)).isTrue();
        assertThat(done(two.ends.store(List.of(two.end(run))))).containsExactly(true); // the same bytes
        ClaimedRun other = new ClaimedRun(run.resolution(), 2, run.claimedAt(), run.deadlineAt(), null, run.traceId());
        assertThat(one.store(other)).isFalse();
    }

    @Test
    void claimsAnUnpublishedEndOncePerInterval() {
        ClaimedRun run = claimed(one, RunRequests.of("x"));
        one.store(run);
        assertThat(done(one.ends.unpublished(5))).isEmpty();
        done(pool.query("UPDATE runs.runs SET publish_after = clock_timestamp()")
                .execute());
        assertThat(done(one.ends.unpublished(5))).singleElement().satisfies(end -> {
            assertThat(end.terminal().value()).isEqualTo(one.end(run).terminal().value());
            assertThat(end.terminal().headers())
                    .isEqualTo(one.end(run).terminal().headers());
            assertThat(end.terminal().partition())
                    .isEqualTo(one.end(run).terminal().partition());
        });
        assertThat(done(two.ends.unpublished(5))).isEmpty();
        one.mark(run.key(), 0);
        done(pool.query("UPDATE runs.runs SET publish_after = publish_after - interval '1 hour'")
                .execute());
        assertThat(done(two.ends.unpublished(5))).isEmpty();
    }

    @Test
    void storesAnEndWithoutAResolution() {
        RunKey key = new RunKey("demo", RunRequests.of("x").runId());
        Admission ended = AdmissionPlanner.undecodable(
                key,
                "demo/demo/c/",
                new RecordPosition("agent.run-requests", 0, 1),
                "0".repeat(32),
                "x",
                Instant.EPOCH);
        assertThat(done(one.admissions.admit(List.of(ended), one.incarnation, RunsReplica.room(0), List.of()))
                        .getFirst())
                .isInstanceOf(AdmissionOutcome.Ended.class);
        assertThat(view(key).outcome().code()).isEqualTo("run.undecodable");
    }
}
