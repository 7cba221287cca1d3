package dev.agenthost.orchestrator.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.result.DeltaText;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.orchestrator.run.ResultSink;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.walk.Runs;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActiveRunsTest {
    private static final ExecutionOutcome COMPLETED =
            new ExecutionOutcome.Completed(new RunCompleted("stop", null), null);
    private final Fakes replica = new Fakes();

    @Test
    void startsPublishesFinishesAndLetsGo() {
        ClaimedRun run = start(Runs.of("x"));
        replica.sink.results(List.of(delta("a")));
        replica.sink.ended(COMPLETED);

        assertThat(replica.publishedTypes()).containsExactly("run.started", "message.delta", "run.completed");
        assertThat(replica.log).endsWith("publish", "mark");
        assertThat(replica.closed).isTrue();
        assertThat(replica.hand.holds(run.key(), run.attempt())).isFalse();
    }

    @Test
    void aShortAnswerIsOneRecord() {
        replica.pausing = true;
        start(Runs.of("x"));
        replica.sink.results(List.of(delta("a")));
        replica.sink.results(List.of(PendingResult.of(new MessageCompleted(Message.assistant("a")))));
        replica.sink.ended(COMPLETED);

        assertThat(replica.published).hasSize(1);
        assertThat(replica.publishedTypes())
                .containsExactly("run.started", "message.delta", "message.completed", "run.completed");
    }

    @Test
    void whereNothingIsStreamedNoDeltaIsPublishedAndTheMessageIsWhole() {
        replica.closing.add(new MessageCompleted(Message.assistant("ab")));
        start(delivered(new DeliveryPolicy(null, false, null, null, false)));
        replica.sink.results(List.of(delta("a"), delta("b")));
        replica.sink.ended(COMPLETED);

        assertThat(replica.publishedTypes()).containsExactly("run.started", "message.completed", "run.completed");
    }

    @Test
    void aFailureIsSaidInTheBindingsWords() {
        replica.faulty = true;
        start(delivered(new DeliveryPolicy(null, true, null, "Call us.", false)));

        assertThat(replica.stored)
                .singleElement()
                .satisfies(end -> assertThat(end.outcome().sentence()).isEqualTo("Call us."));
        assertThat(new String(replica.published.getLast().value(), StandardCharsets.UTF_8))
                .contains("\"user_message\":\"Call us.\"");
    }

    private static Resolution delivered(DeliveryPolicy policy) {
        Resolution usual = Runs.of("x");
        BindingSnapshot binding = ((ResolutionOutcome.Bound) usual.outcome()).binding();
        return Resolutions.bound(
                usual.event(),
                new BindingSnapshot(
                        binding.bindingId(),
                        binding.bindingVersion(),
                        binding.agentId(),
                        binding.agentVersion(),
                        binding.runnerId(),
                        binding.runnerConfig(),
                        binding.resourcePolicy(),
                        binding.statePolicy(),
                        policy,
                        binding.turnPolicy(),
                        binding.retryPolicy(),
                        binding.deadlinePolicy()));
    }

    @Test
    void theFirstResultsWaitAMomentForCompanyAndTheNextDoNot() {
        replica.pausing = true;
        start(Runs.of("x"));
        replica.sink.results(List.of(delta("a")));
        assertThat(replica.published).isEmpty();
        replica.pass(RunMachine.FIRST_RESULTS_DELAY);
        assertThat(replica.publishedTypes()).containsExactly("run.started", "message.delta");

        replica.sink.results(List.of(delta("b")));
        assertThat(replica.published).hasSize(2);
    }

    @Test
    void thatItStartedIsSaidWhileItsRunnerThinks() {
        replica.pausing = true;
        start(Runs.of("x"));
        assertThat(replica.published).isEmpty();
        replica.pass(RunMachine.STARTED_DELAY);
        assertThat(replica.publishedTypes()).containsExactly("run.started");
    }

    @Test
    void gathersWhileARecordIsInFlight() {
        replica.acking = false;
        start(Runs.of("x"));
        for (int i = 0; i < 20; i++) {
            replica.sink.results(List.of(delta("a")));
        }
        assertThat(replica.published).hasSize(1);
        replica.ack();
        assertThat(replica.published).hasSize(2);
        assertThat(replica.publishedTypes()).hasSize(21);
    }

    @Test
    void storesItsEndOnlyAfterEverythingBeforeItIsAcknowledged() {
        replica.acking = false;
        start(Runs.of("x"));
        replica.sink.results(List.of(delta("a")));
        replica.sink.ended(COMPLETED);
        assertThat(replica.stored).isEmpty();

        replica.ack();
        assertThat(replica.stored).hasSize(1);
    }

    @Test
    void closesWhatIsOpenBeforeTheEnd() {
        replica.closing.add(new MessageCompleted(Message.assistant("a")));
        start(Runs.of("x"));
        replica.sink.results(List.of(delta("a")));
        replica.hand.cancel(key());

        assertThat(replica.publishedTypes())
                .containsExactly("run.started", "message.delta", "message.completed", "run.failed");
        assertThat(replica.cancels).containsExactly(FailureCode.CANCELLED);
    }

    @Test
    void aClosingMessageThatFitsNoRecordIsCutAndSaysSo() {
        String crowded = "\u0001".repeat(TruncatedMessage.CHARACTERS - 1) + "\ud83d\ude00".repeat(500_000);
        replica.closing.add(new MessageCompleted(Message.assistant(crowded)));
        start(Runs.of("x"));
        replica.sink.results(List.of(delta("a")));
        replica.hand.cancel(key());

        assertThat(replica.publishedTypes())
                .containsExactly("run.started", "message.delta", "message.completed", "run.failed");
        String said = replica.publishedResults().stream()
                .filter(frame -> "message.completed".equals(frame.type()))
                .map(frame -> frame.data().at("/message/content").textValue())
                .findFirst()
                .orElseThrow();
        // Not within the character that begins at the edge.
        assertThat(said)
                .hasSize(TruncatedMessage.CHARACTERS - 1 + DeltaText.CUT.length())
                .endsWith(DeltaText.CUT);
        assertThat(replica.stored)
                .singleElement()
                .satisfies(end -> assertThat(end.outcome().code()).isEqualTo("cancelled"));
    }

    @Test
    void aCancelledRunMayAskForItselfForAWhile() {
        start(Runs.of("x"));
        replica.hand.cancel(key());
        assertThat(replica.closed).isFalse();

        replica.pass(Duration.ofSeconds(11));
        replica.hand.tick();
        assertThat(replica.closed).isTrue();
    }

    @Test
    void theFirstEndingCountsAndNothingComesAfterIt() {
        start(Runs.of("x"));
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
        start(Runs.of("x"));
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
        ClaimedRun run = start(Runs.of("x"));
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
        ClaimedRun run = start(Runs.of("x"));
        assertThat(replica.sink).isNull();
        assertThat(replica.hand.holds(run.key(), run.attempt())).isFalse();
    }

    @Test
    void commitsThatItWasTouchedBeforeTheFirstResultIsSeen() {
        start(Runs.retried(RetryPolicy.UNTOUCHED, "x"));
        assertThat(replica.log).containsExactly("publish");
        replica.sink.results(List.of(delta("a")));
        replica.sink.results(List.of(delta("b")));
        assertThat(replica.log).containsExactly("publish", "touch", "publish", "publish");
    }

    @Test
    void publishesNothingWhenAnotherHoldsTheRun() {
        replica.touchRefused = true;
        ClaimedRun run = start(Runs.retried(RetryPolicy.UNTOUCHED, "x"));
        replica.sink.results(List.of(delta("a")));
        assertThat(replica.publishedTypes()).containsExactly("run.started");
        assertThat(replica.hand.holds(run.key(), run.attempt())).isFalse();
    }

    @Test
    void publishesNoEndThatTheLedgerRefused() {
        replica.storeRefused = true;
        start(Runs.of("x"));
        replica.sink.ended(COMPLETED);
        assertThat(replica.publishedTypes()).containsExactly("run.started");
        assertThat(replica.closed).isTrue();
    }

    @Test
    void anEffectIsRefusedOnceTheRunHasEndedOrIsAnothers() {
        ClaimedRun run = start(Runs.retried(RetryPolicy.UNTOUCHED, "x"));
        assertThat(touch(run, 1)).isTrue();
        assertThat(touch(run, 2)).isFalse();
        replica.hand.cancel(run.key());
        assertThat(touch(run, 1)).isFalse();
        assertThat(replica.log).filteredOn("touch"::equals).hasSize(1);
    }

    @Test
    void aRunWhoseRunnerIsLostGoesBackWhileNothingWasSeen() {
        start(Runs.retried(RetryPolicy.UNTOUCHED, "x"));
        replica.sink.ended(new ExecutionOutcome.RunnerLost("gone"));
        assertThat(replica.requeued).hasSize(1);
        assertThat(replica.closed).isTrue();
        assertThat(replica.publishedTypes()).containsExactly("run.started");
    }

    @Test
    void aRunThatPublishedADeltaEndsWithItsRunner() {
        start(Runs.retried(RetryPolicy.UNTOUCHED, "x"));
        replica.sink.results(List.of(delta("a")));
        replica.sink.ended(new ExecutionOutcome.RunnerLost("gone"));
        assertThat(replica.requeued).isEmpty();
        assertThat(replica.stored)
                .singleElement()
                .satisfies(end -> assertThat(end.outcome().code()).isEqualTo("runner.lost"));
    }

    @Test
    void aRunIsNotGivenBackWhileItsEffectIsBeingMadeKnown() {
        ClaimedRun run = start(Runs.retried(RetryPolicy.UNTOUCHED, "x"));
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
        ClaimedRun run = start(Runs.of("x"));
        assertThat(replica.publishedTypes()).containsExactly("run.started", "run.failed");
        assertThat(replica.hand.holds(run.key(), run.attempt())).isFalse();
    }

    @Test
    void aRunEndsEvenIfItsCancellationCannotBePerformed() {
        ClaimedRun run = start(Runs.of("x"));
        replica.faultyCancel = true;
        replica.hand.cancel(run.key());
        assertThat(replica.publishedTypes()).containsExactly("run.started", "run.failed");
        assertThat(replica.hand.holds(run.key(), run.attempt())).isFalse();
    }

    @Test
    void anOlderAttemptThatIsStillInHandGivesWay() {
        ClaimedRun older = start(Runs.of("x"));
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
        ClaimedRun run = start(Runs.of("x"));
        replica.leaseDead = true;
        replica.beat();
        replica.sink = null;
        replica.hand.start(run, earlier);
        assertThat(replica.hand.mayAct()).isTrue();
        assertThat(replica.sink).isNull();
    }

    @Test
    void failsWhenItsDeadlinePasses() {
        start(Runs.limited(60, 5, "x"));
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

    @Test
    void asksTheRunnerToPauseUntilThereIsRoom() {
        replica.acking = false;
        start(Runs.of("x"));
        var paused = replica.sink
                .results(Collections.nCopies(1100, delta("a")))
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        paused.assertNotTerminated();
        replica.ack();
        paused.assertCompleted();
    }

    @Test
    void aResultLargerThanARecordEndsTheRun() {
        start(Runs.of("x"));
        replica.sink.results(List.of(delta("x".repeat(Topics.MAX_RECORD_BYTES))));
        assertThat(replica.stored)
                .singleElement()
                .satisfies(end -> assertThat(end.outcome().code()).isEqualTo("payload_too_large"));
    }

    @Test
    void theRunThatHoldsMostEndsWhenAllHoldTooMuchAndNoOtherDoes() {
        replica.acking = false;
        ClaimedRun small = start(Runs.of("x"));
        ResultSink modest = replica.sink;
        modest.results(List.of(delta("a".repeat(1_000_000))));
        ClaimedRun large = start(Runs.of("x"));
        replica.sink.results(List.of(delta("b".repeat(3_000_000))));
        assertThat(replica.cancels).containsExactly(FailureCode.HOST_OVERLOADED);
        assertThat(replica.buffer.used()).isLessThan(1_100_000);

        modest.ended(COMPLETED);
        while (!replica.unacked.isEmpty()) {
            replica.ack();
        }
        assertThat(replica.stored)
                .extracting(end -> end.key().runId() + " " + end.outcome().code())
                .containsExactlyInAnyOrder(small.runId() + " null", large.runId() + " host.overloaded");
        assertThat(replica.publishedTypes()).filteredOn("message.delta"::equals).hasSize(1);
        assertThat(replica.buffer.used()).isZero();
    }

    private ClaimedRun last;

    private ClaimedRun start(Resolution resolution) {
        var limit = ((ResolutionOutcome.Bound) resolution.outcome())
                .binding()
                .deadlinePolicy()
                .runSeconds();
        last = new ClaimedRun(resolution, 1, Instant.EPOCH, Instant.EPOCH.plusSeconds(limit), null, "0".repeat(32));
        replica.hand.start(last, replica.lease.incarnation());
        return last;
    }

    private RunKey key() {
        return last.key();
    }

    private boolean touch(ClaimedRun run, int attempt) {
        return replica.hand.touch(run.runId(), attempt).await().indefinitely();
    }

    private static PendingResult delta(String text) {
        return PendingResult.of(new MessageDelta(MessageChunk.assistant(text)));
    }
}
