package dev.agenthost.orchestrator.lifecycle;

import static dev.agenthost.orchestrator.lifecycle.attempt.ScriptedStream.delta;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.lifecycle.attempt.RunMachine;
import dev.agenthost.orchestrator.lifecycle.attempt.ScriptedStream;
import dev.agenthost.orchestrator.lifecycle.attempt.TruncatedMessage;
import dev.agenthost.orchestrator.result.DeltaText;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.topic.Topics;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests the results that an active run publishes: batches, policies of delivery, and limits. */
class ActiveRunResultsTest extends ActiveRunsFixture {
    @Test
    void aShortAnswerIsOneRecord() {
        replica.pausing = true;
        start(RunRequests.of("x"));
        replica.stream.say(delta("a"));
        replica.stream.say(new MessageCompleted(Message.assistant("a")));
        replica.stream.complete();

        assertThat(replica.published).hasSize(1);
        assertThat(replica.publishedTypes())
                .containsExactly("run.started", "message.delta", "message.completed", "run.completed");
    }

    @Test
    void whereNothingIsStreamedNoDeltaIsPublishedAndTheMessageIsWhole() {
        start(delivered(new DeliveryPolicy(null, false, null, null, false)));
        replica.stream.say(delta("a"), delta("b"));
        replica.stream.complete();

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
        Resolution usual = RunRequests.of("x");
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
        start(RunRequests.of("x"));
        replica.stream.say(delta("a"));
        assertThat(replica.published).isEmpty();
        replica.pass(RunMachine.FIRST_RESULTS_DELAY);
        assertThat(replica.publishedTypes()).containsExactly("run.started", "message.delta");

        replica.stream.say(delta("b"));
        assertThat(replica.published).hasSize(2);
    }

    @Test
    void thatItStartedIsSaidWhileItsRunnerThinks() {
        replica.pausing = true;
        start(RunRequests.of("x"));
        assertThat(replica.published).isEmpty();
        replica.pass(RunMachine.STARTED_DELAY);
        assertThat(replica.publishedTypes()).containsExactly("run.started");
    }

    @Test
    void gathersWhileARecordIsInFlight() {
        replica.acking = false;
        start(RunRequests.of("x"));
        for (int i = 0; i < 20; i++) {
            replica.stream.say(delta("a"));
        }
        assertThat(replica.published).hasSize(1);
        replica.ack();
        assertThat(replica.published).hasSize(2);
        assertThat(replica.publishedTypes()).hasSize(21);
    }

    @Test
    void storesItsEndOnlyAfterEverythingBeforeItIsAcknowledged() {
        replica.acking = false;
        start(RunRequests.of("x"));
        replica.stream.say(delta("a"));
        replica.stream.complete();
        assertThat(replica.stored).isEmpty();

        replica.ack();
        assertThat(replica.stored).hasSize(1);
    }

    @Test
    void closesWhatIsOpenBeforeTheEnd() {
        start(RunRequests.of("x"));
        replica.stream.say(delta("a"));
        replica.hand.cancel(key());

        assertThat(replica.publishedTypes())
                .containsExactly("run.started", "message.delta", "message.completed", "run.failed");
        assertThat(replica.cancels).containsExactly(FailureCode.CANCELLED);
    }

    @Test
    void aClosingMessageThatFitsNoRecordIsCutAndSaysSo() {
        start(RunRequests.of("x"));
        replica.stream.say(
                delta("\u0001".repeat(TruncatedMessage.CHARACTERS - 1)),
                delta("\ud83d\ude00"),
                delta("\u0001".repeat(500_000)));
        replica.hand.cancel(key());

        assertThat(replica.publishedTypes()).endsWith("message.completed", "run.failed");
        String text = replica.publishedResults().stream()
                .filter(frame -> "message.completed".equals(frame.type()))
                .map(frame -> frame.data().at("/message/content").textValue())
                .findFirst()
                .orElseThrow();
        // Not within the character that begins at the edge.
        assertThat(text)
                .hasSize(TruncatedMessage.CHARACTERS - 1 + DeltaText.CUT.length())
                .endsWith(DeltaText.CUT);
        assertThat(replica.stored)
                .singleElement()
                .satisfies(end -> assertThat(end.outcome().code()).isEqualTo("cancelled"));
    }

    @Test
    void takesNothingMoreFromTheRunnerUntilThereIsRoom() {
        replica.acking = false;
        start(RunRequests.of("x"));
        for (int i = 0; i < 1024; i++) {
            replica.stream.say(new MessageCompleted(Message.assistant("a")));
        }
        assertThat(replica.released).isEqualTo(1024);
        replica.stream.say(delta("b"), delta("c"));
        assertThat(replica.released).isEqualTo(1024);

        replica.ack();
        assertThat(replica.released).isEqualTo(1026);
    }

    @Test
    void aResultLargerThanARecordEndsTheRun() {
        start(RunRequests.of("x"));
        replica.stream.say(new MessageCompleted(Message.assistant("x".repeat(Topics.MAX_RECORD_BYTES))));
        assertThat(replica.stored)
                .singleElement()
                .satisfies(end -> assertThat(end.outcome().code()).isEqualTo("payload_too_large"));
    }

    @Test
    void theRunThatHoldsMostEndsWhenAllHoldTooMuchAndNoOtherDoes() {
        replica.acking = false;
        ClaimedRun small = start(RunRequests.of("x"));
        ScriptedStream modest = replica.stream;
        modest.say(delta("a".repeat(1_000_000)));
        ClaimedRun large = start(RunRequests.of("x"));
        replica.stream.say(new MessageCompleted(Message.assistant("b".repeat(3_000_000))));
        assertThat(replica.cancels).containsExactly(FailureCode.HOST_OVERLOADED);
        assertThat(replica.buffer.used()).isLessThan(1_100_000);

        modest.complete();
        while (!replica.unacked.isEmpty()) {
            replica.ack();
        }
        assertThat(replica.stored)
                .extracting(end -> end.key().runId() + " " + end.outcome().code())
                .containsExactlyInAnyOrder(small.runId() + " null", large.runId() + " host.overloaded");
        assertThat(replica.publishedTypes()).filteredOn("message.delta"::equals).hasSize(1);
        assertThat(replica.buffer.used()).isZero();
    }
}
