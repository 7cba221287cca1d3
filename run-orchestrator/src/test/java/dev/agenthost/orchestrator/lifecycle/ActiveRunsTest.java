package dev.agenthost.orchestrator.lifecycle;

import static dev.agenthost.orchestrator.lifecycle.attempt.ScriptedStream.delta;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.lifecycle.attempt.RunEffect.StreamEffect;
import dev.agenthost.orchestrator.lifecycle.attempt.ScriptedStream;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.run.RetryPolicy;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ActiveRunsTest extends ActiveRunsFixture {
    @Test
    void startsPublishesFinishesAndLetsGo() {
        ClaimedRun run = start(RunRequests.of("x"));
        replica.stream.say(delta("a"));
        replica.stream.complete();

        assertThat(replica.publishedTypes())
                .containsExactly("run.started", "message.delta", "message.completed", "run.completed");
        assertThat(replica.log).endsWith("publish", "mark");
        assertThat(replica.log).filteredOn("first"::equals).hasSize(1);
        assertThat(replica.outcomes).hasSize(1);
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
        replica.stream.complete();
        replica.stream.say(delta("late"));
        replica.stream.lose();
        replica.hand.cancel(key());

        assertThat(replica.stored).hasSize(1);
        assertThat(replica.publishedTypes()).containsExactly("run.started", "run.completed");
    }

    @Test
    void anOverdueOwnerBuffersAndGoesOnAfterRenewal() {
        start(RunRequests.of("x"));
        replica.databaseAway = true;
        replica.pass(Fakes.TERM);
        replica.renew();
        replica.stream.say(delta("a"));
        assertThat(replica.hand.mayAct()).isFalse();
        assertThat(replica.publishedTypes()).containsExactly("run.started");

        replica.databaseAway = false;
        replica.renew();
        assertThat(replica.publishedTypes()).containsExactly("run.started", "message.delta");
    }

    @Test
    void anOwnerThatWasFoundDeadDropsItsRuns() {
        ClaimedRun run = start(RunRequests.of("x"));
        replica.pass(Fakes.TERM);
        replica.stream.say(delta("a"));
        replica.leaseDead = true;
        replica.renew();
        replica.stream.say(delta("b"));
        replica.stream.complete();

        assertThat(replica.closed).isTrue();
        assertThat(replica.hand.holds(run.key(), run.attempt())).isFalse();
        assertThat(replica.publishedTypes()).containsExactly("run.started");
        assertThat(replica.stored).isEmpty();
    }

    @Test
    void startsNothingWhenTheAnswerToItsClaimCameTooLate() {
        replica.pass(Fakes.TERM);
        ClaimedRun run = start(RunRequests.of("x"));
        assertThat(replica.stream).isNull();
        assertThat(replica.hand.holds(run.key(), run.attempt())).isFalse();
    }

    @Test
    void commitsThatItWasTouchedBeforeTheFirstResultIsSeen() {
        start(RunRequests.retried(RetryPolicy.UNTOUCHED, "x"));
        assertThat(replica.log).containsExactly("publish");
        replica.stream.say(delta("a"));
        replica.stream.say(delta("b"));
        assertThat(replica.log).containsExactly("publish", "first", "touch", "publish", "publish");
    }

    @Test
    void publishesNothingWhenAnotherHoldsTheRun() {
        replica.touchRefused = true;
        ClaimedRun run = start(RunRequests.retried(RetryPolicy.UNTOUCHED, "x"));
        replica.stream.say(delta("a"));
        assertThat(replica.publishedTypes()).containsExactly("run.started");
        assertThat(replica.hand.holds(run.key(), run.attempt())).isFalse();
    }

    @Test
    void publishesNoEndThatTheLedgerRefused() {
        replica.storeRefused = true;
        start(RunRequests.of("x"));
        replica.stream.complete();
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
        replica.stream.lose();
        assertThat(replica.requeued).hasSize(1);
        assertThat(replica.closed).isTrue();
        assertThat(replica.publishedTypes()).containsExactly("run.started");
    }

    @Test
    void aRunThatPublishedADeltaEndsWithItsRunner() {
        start(RunRequests.retried(RetryPolicy.UNTOUCHED, "x"));
        replica.stream.say(delta("a"));
        replica.stream.lose();
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
        replica.stream.lose();
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
        replica.fault = StreamEffect.CancelRunner.class;
        replica.hand.cancel(run.key());
        assertThat(replica.publishedTypes()).containsExactly("run.started", "run.failed");
        assertThat(replica.hand.holds(run.key(), run.attempt())).isFalse();
    }

    @Test
    void aFaultOfTheHostInWhatARunSaysEndsThatRunAlone() {
        ClaimedRun other = start(RunRequests.of("x"));
        start(RunRequests.of("x"));
        replica.fault = StreamEffect.ReleaseFrames.class;
        replica.stream.say(delta("a"));

        assertThat(replica.stored)
                .singleElement()
                .satisfies(end -> assertThat(end.outcome().code()).isEqualTo("runtime_error"));
        assertThat(replica.outcomes).hasSize(1);
        assertThat(replica.closed).isTrue();
        assertThat(replica.hand.holds(other.key(), 1)).isTrue();
    }

    @Test
    void anOlderAttemptThatIsStillInHandGivesWay() {
        ClaimedRun older = start(RunRequests.of("x"));
        ScriptedStream late = replica.stream;
        ClaimedRun newer =
                new ClaimedRun(older.resolution(), 2, older.claimedAt(), older.deadlineAt(), null, older.traceId());
        replica.hand.start(newer, replica.lease.incarnation());
        late.complete();
        assertThat(replica.stored).isEmpty();

        replica.stream.complete();
        assertThat(replica.stored)
                .singleElement()
                .satisfies(end -> assertThat(end.after().attempt()).isEqualTo(2));
    }

    @Test
    void startsNothingThatWasClaimedInAnEarlierLife() {
        Incarnation earlier = replica.lease.incarnation();
        ClaimedRun run = start(RunRequests.of("x"));
        replica.leaseDead = true;
        replica.renew();
        replica.stream = null;
        replica.hand.start(run, earlier);
        assertThat(replica.hand.mayAct()).isTrue();
        assertThat(replica.stream).isNull();
    }

    @Test
    void failsWhenItsDeadlinePasses() {
        start(RunRequests.limited(60, 5, "x"));
        replica.pass(Duration.ofSeconds(4));
        replica.renew();
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
