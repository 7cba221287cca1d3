package dev.agenthost.orchestrator.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.ResultSink;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.run.RetryPolicy;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActiveRunsTest extends ActiveRunsFixture {
    @Test
    void startsPublishesFinishesAndLetsGo() {
        ClaimedRun run = start(RunRequests.of("x"));
        replica.sink.results(List.of(delta("a")));
        replica.sink.ended(COMPLETED);

        assertThat(replica.publishedTypes()).containsExactly("run.started", "message.delta", "run.completed");
        assertThat(replica.log).endsWith("publish", "mark");
        assertThat(replica.closed).isTrue();
        assertThat(replica.hand.holds(run.key(), run.attempt())).isFalse();
    }

    @Test
    void aCancelledRunMayAskForItselfForAWhile() {
        start(RunRequests.of("x"));
        replica.hand.cancel(key());
        assertThat(replica.closed).isFalse();

        replica.pass(Duration.ofSeconds(11));
        replica.hand.tick();
        assertThat(replica.closed).isTrue();
    }

    @Test
    void theFirstEndingCountsAndNothingComesAfterIt() {
        start(RunRequests.of("x"));
        replica.acking = false;
        replica.sink.ended(COMPLETED);
        replica.sink.results(List.of(delta("late")));
        replica.sink.ended(new ExecutionOutcome.RunnerLost("late"));
        replica.hand.cancel(key());

        assertThat(replica.stored).hasSize(1);
        assertThat(replica.publishedTypes()).containsExactly("run.started", "run.completed");
    }

    @Test
    void anOverdueOwnerBuffersAndGoesOnAfterRenewal() {
        start(RunRequests.of("x"));
        replica.databaseAway = true;
        replica.pass(Fakes.TERM);
        replica.beat();
        replica.sink.results(List.of(delta("a")));
        assertThat(replica.hand.mayAct()).isFalse();
        assertThat(replica.publishedTypes()).containsExactly("run.started");

        replica.databaseAway = false;
        replica.beat();
        assertThat(replica.publishedTypes()).containsExactly("run.started", "message.delta");
    }

    @Test
    void anOwnerThatWasFoundDeadDropsItsRuns() {
        ClaimedRun run = start(RunRequests.of("x"));
        replica.pass(Fakes.TERM);
        replica.sink.results(List.of(delta("a")));
        replica.leaseDead = true;
        replica.beat();
        replica.sink.results(List.of(delta("b")));
        replica.sink.ended(COMPLETED);

        assertThat(replica.closed).isTrue();
        assertThat(replica.hand.holds(run.key(), run.attempt())).isFalse();
        assertThat(replica.publishedTypes()).containsExactly("run.started");
        assertThat(replica.stored).isEmpty();
    }

    @Test
    void startsNothingWhenTheAnswerToItsClaimCameTooLate() {
        replica.pass(Fakes.TERM);
        ClaimedRun run = start(RunRequests.of("x"));
        assertThat(replica.sink).isNull();
        assertThat(replica.hand.holds(run.key(), run.attempt())).isFalse();
    }

    @Test
    void commitsThatItWasTouchedBeforeTheFirstResultIsSeen() {
        start(RunRequests.retried(RetryPolicy.UNTOUCHED, "x"));
        assertThat(replica.log).containsExactly("publish");
        replica.sink.results(List.of(delta("a")));
        replica.sink.results(List.of(delta("b")));
        assertThat(replica.log).containsExactly("publish", "touch", "publish", "publish");
    }

    @Test
    void publishesNothingWhenAnotherHoldsTheRun() {
        replica.touchRefused = true;
        ClaimedRun run = start(RunRequests.retried(RetryPolicy.UNTOUCHED, "x"));
        replica.sink.results(List.of(delta("a")));
        assertThat(replica.publishedTypes()).containsExactly("run.started");
        assertThat(replica.hand.holds(run.key(), run.attempt())).isFalse();
    }

    @Test
    void publishesNoEndThatTheLedgerRefused() {
        replica.storeRefused = true;
        start(RunRequests.of("x"));
        replica.sink.ended(COMPLETED);
        assertThat(replica.publishedTypes()).containsExactly("run.started");
        assertThat(replica.closed).isTrue();
    }

    @Test
    void anEffectIsRefusedOnceTheRunHasEndedOrIsAnothers() {
        ClaimedRun run = start(RunRequests.retried(RetryPolicy.UNTOUCHED, "x"));
        assertThat(touch(run, 1)).isTrue();
        assertThat(touch(run, 2)).isFalse();
        replica.hand.cancel(run.key());
        assertThat(touch(run, 1)).isFalse();
        assertThat(replica.log).filteredOn("touch"::equals).hasSize(1);
    }

    @Test
    void aRunWhoseRunnerIsLostGoesBackWhileNothingWasSeen() {
        start(RunRequests.retried(RetryPolicy.UNTOUCHED, "x"));
        replica.sink.ended(new ExecutionOutcome.RunnerLost("gone"));
        assertThat(replica.requeued).hasSize(1);
        assertThat(replica.closed).isTrue();
        assertThat(replica.publishedTypes()).containsExactly("run.started");
    }

    @Test
    void aRunThatPublishedADeltaEndsWithItsRunner() {
        start(RunRequests.retried(RetryPolicy.UNTOUCHED, "x"));
        replica.sink.results(List.of(delta("a")));
        replica.sink.ended(new ExecutionOutcome.RunnerLost("gone"));
        assertThat(replica.requeued).isEmpty();
        assertThat(replica.stored)
                .singleElement()
                .satisfies(end -> assertThat(end.outcome().code()).isEqualTo("runner.lost"));
    }

    @Test
    void aRunIsNotGivenBackWhileItsEffectIsBeingMadeKnown() {
        ClaimedRun run = start(RunRequests.retried(RetryPolicy.UNTOUCHED, "x"));
        replica.touching = false;
        replica.hand.touch(run.runId(), 1).subscribe().withSubscriber(UniAssertSubscriber.create());
        replica.sink.ended(new ExecutionOutcome.RunnerLost("gone"));
        assertThat(replica.requeued).isEmpty();

        replica.untouched.removeFirst().complete(true);
        assertThat(replica.requeued).isEmpty();
        assertThat(replica.stored)
                .singleElement()
                .satisfies(end -> assertThat(end.outcome().code()).isEqualTo("runner.lost"));
    }

    @Test
    void aRunThatCannotBeExecutedEnds() {
        replica.faulty = true;
        ClaimedRun run = start(RunRequests.of("x"));
        assertThat(replica.publishedTypes()).containsExactly("run.started", "run.failed");
        assertThat(replica.hand.holds(run.key(), run.attempt())).isFalse();
    }

    @Test
    void aRunEndsEvenIfItsCancellationCannotBePerformed() {
        ClaimedRun run = start(RunRequests.of("x"));
        replica.faultyCancel = true;
        replica.hand.cancel(run.key());
        assertThat(replica.publishedTypes()).containsExactly("run.started", "run.failed");
        assertThat(replica.hand.holds(run.key(), run.attempt())).isFalse();
    }

    @Test
    void anOlderAttemptThatIsStillInHandGivesWay() {
        ClaimedRun older = start(RunRequests.of("x"));
        ResultSink late = replica.sink;
        ClaimedRun newer =
                new ClaimedRun(older.resolution(), 2, older.claimedAt(), older.deadlineAt(), null, older.traceId());
        replica.hand.start(newer, replica.lease.incarnation());
        late.ended(COMPLETED);
        assertThat(replica.stored).isEmpty();

        replica.sink.ended(COMPLETED);
        assertThat(replica.stored)
                .singleElement()
                .satisfies(end -> assertThat(end.after().attempt()).isEqualTo(2));
    }

    @Test
    void startsNothingThatWasClaimedInAnEarlierLife() {
        Incarnation earlier = replica.lease.incarnation();
        ClaimedRun run = start(RunRequests.of("x"));
        replica.leaseDead = true;
        replica.beat();
        replica.sink = null;
        replica.hand.start(run, earlier);
        assertThat(replica.hand.mayAct()).isTrue();
        assertThat(replica.sink).isNull();
    }

    @Test
    void failsWhenItsDeadlinePasses() {
        start(RunRequests.limited(60, 5, "x"));
        replica.pass(Duration.ofSeconds(4));
        replica.beat();
        replica.hand.tick();
        assertThat(replica.stored).isEmpty();
        replica.pass(Duration.ofSeconds(1));
        replica.hand.tick();
        assertThat(replica.stored)
                .singleElement()
                .satisfies(end -> assertThat(end.outcome().code()).isEqualTo("deadline_exceeded"));
        assertThat(replica.closed).isTrue();
    }
}
