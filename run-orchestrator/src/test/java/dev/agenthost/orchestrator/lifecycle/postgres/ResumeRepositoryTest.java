package dev.agenthost.orchestrator.lifecycle.postgres;

import static dev.agenthost.orchestrator.lifecycle.postgres.RunsReplica.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunDecision.Requeue;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.run.RetryPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Runs that lose their host or their runner and go on. */
class ResumeRepositoryTest extends TwoReplicas {
    @Test
    void theDeadlineOfTheFirstAttemptHoldsForAll() {
        ClaimedRun first = claimed(one, RunRequests.retried(RetryPolicy.RESUMABLE, "x"));
        lose(one, first);
        ClaimedRun second = two.claim(5).getFirst();
        lose(two, second);
        ClaimedRun third = one.claim(5).getFirst();

        assertThat(second.deadlineAt()).isEqualTo(first.deadlineAt());
        assertThat(third.deadlineAt()).isEqualTo(first.deadlineAt());
        assertThat(third.claimedAt()).isAfter(first.claimedAt());
        assertThat(third.losses()).isEqualTo(2);
        assertThat(third.attempt()).isEqualTo(3);
    }

    @Test
    void aTouchedResumableRunIsRequeued() {
        ClaimedRun run = claimed(one, RunRequests.retried(RetryPolicy.RESUMABLE, "x"));
        assertThat(done(one.runs.touch(run.key(), one.held(run)))).isTrue();
        lose(one, run);
        assertThat(two.claim(5)).hasSize(1);
    }

    @Test
    void aRunThatDidNotStartKeepsItsLossesAndTime() {
        ClaimedRun first = claimed(one, RunRequests.retried(RetryPolicy.RESUMABLE, "x"));
        assertThat(done(one.runs.requeue(first.key(), one.held(first), back(Duration.ZERO))))
                .isTrue();
        ClaimedRun second = one.claim(5).getFirst();

        assertThat(second.losses()).isZero();
        assertThat(second.limit()).isGreaterThanOrEqualTo(first.limit());
        assertThat(second.deadlineAt()).isAfter(first.deadlineAt());
    }

    @Test
    void aRunPastItsDeadlineEndsInTheQueue() {
        ClaimedRun run = claimed(one, RunRequests.retried(RetryPolicy.RESUMABLE, "x"));
        done(pool.query("UPDATE runs.runs SET deadline_at = clock_timestamp() - interval '1 second'")
                .execute());
        lose(one, run);

        assertThat(two.claim(5)).isEmpty();
        StoredRun late = done(two.recovery.queuedTooLong(5)).getFirst();
        assertThat(late.key()).isEqualTo(run.key());
        assertThat(late.heldUpBy()).isEqualTo(FailureCode.DEADLINE_EXCEEDED);
    }

    @Test
    void aRecoveredRunHasItsNumberOfLosses() {
        ClaimedRun first = claimed(one, RunRequests.retried(RetryPolicy.RESUMABLE, "x"));
        lose(one, first);
        one.claim(5);
        one.renew(Duration.ofSeconds(-1));
        done(two.leases.expireOverdue());

        assertThat(done(two.recovery.ofDeadOwners(5))).singleElement().satisfies(found -> assertThat(found.state())
                .isEqualTo(new RunState.Running(2, one.incarnation, false, 1)));
    }

    private static void lose(RunsReplica replica, ClaimedRun run) {
        Requeue how =
                new Requeue(new RunState.Queued(run.attempt()), Duration.ZERO, true, FailureCode.RUNNER_UNAVAILABLE);
        assertThat(done(replica.runs.requeue(run.key(), replica.held(run), how)))
                .isTrue();
    }
}
