package dev.agenthost.orchestrator.lifecycle.postgres;

import static dev.agenthost.orchestrator.lifecycle.postgres.RunsReplica.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.lifecycle.admission.AdmissionOutcome;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests the order of turns in a conversation. */
class TurnRepositoryTest extends TwoReplicas {
    @Test
    void turnsFollowTheOrderOfRequests() {
        Random random = new Random(7);
        List<List<Resolution>> conversations = new ArrayList<>();
        List<Resolution> all = new ArrayList<>();
        for (int c = 0; c < 4; c++) {
            List<Resolution> runs = new ArrayList<>();
            for (int m = 0; m < 6; m++) {
                runs.add(RunRequests.in("shuffled" + c, "x"));
            }
            conversations.add(runs);
        }
        for (int m = 0; m < 6; m++) {
            for (List<Resolution> runs : conversations) {
                all.add(runs.get(m));
            }
        }
        List<ClaimedRun> active = new ArrayList<>();
        one.admit(all, 100).forEach(answer -> {
            if (answer instanceof AdmissionOutcome.Claimed first) {
                active.add(first.run());
            }
        });
        List<Resolution> order = new ArrayList<>();
        while (!active.isEmpty()) {
            Collections.shuffle(active, random);
            ClaimedRun run = active.removeLast();
            order.add(run.resolution());
            RunsReplica replica = random.nextBoolean() ? one : two;
            assertThat(one.store(run)).isTrue();
            replica.mark(run.key(), 0);
            active.addAll(one.claim(10));
        }
        for (List<Resolution> runs : conversations) {
            assertThat(order).filteredOn(runs::contains).containsExactlyElementsOf(runs);
        }
    }

    @Test
    void theNextTurnHasThePositionOfThePreviousEnd() {
        ClaimedRun first = claimed(one, RunRequests.in("next", "x"));
        assertThat(first.previousTurn()).isNull();
        assertThat(one.admit(RunRequests.in("next", "x"), 5)).isInstanceOf(AdmissionOutcome.Waiting.class);
        one.store(first);
        assertThat(one.claim(5)).isEmpty();

        ClaimedRun second = one.mark(first.key(), 5).getFirst();
        assertThat(second.previousTurn()).isNotNull();
        one.store(second);
        one.mark(second.key(), 5);
        ClaimedRun third = claimed(one, RunRequests.in("next", "x"));
        assertThat(third.previousTurn().offset())
                .isGreaterThan(second.previousTurn().offset());
    }

    @Test
    void aRepeatedMarkReleasesOneTurn() {
        ClaimedRun first = claimed(one, RunRequests.in("twice", "x"));
        one.admit(List.of(RunRequests.in("twice", "x"), RunRequests.in("twice", "x")), 5);
        one.store(first);
        assertThat(one.mark(first.key(), 5)).hasSize(1);
        assertThat(two.mark(first.key(), 5)).isEmpty();
    }

    @Test
    void aRunThatEndedWhileWaitingReleasesNoTurn() {
        ClaimedRun head = claimed(one, RunRequests.in("waited", "x"));
        Resolution waiting = RunRequests.in("waited", "x");
        Resolution last = RunRequests.in("waited", "x");
        one.admit(List.of(waiting, last), 5);
        done(one.cancellations.request(key(waiting), null));
        StoredRun stored = done(one.cancellations.open(two.incarnation, 10)).getFirst();
        assertThat(stored.state()).isInstanceOf(RunState.Waiting.class);
        endByOther(stored, FailureCode.CANCELLED);

        assertThat(one.mark(key(waiting), 5)).isEmpty();
        one.store(head);
        assertThat(one.mark(head.key(), 5)).singleElement().satisfies(run -> assertThat(run.runId())
                .isEqualTo(last.runId()));
    }

    @Test
    void rejectsAndInterruptsOnlyWhileTheTurnIsTaken() {
        assertThat(one.admit(turn("r", TurnPolicy.REJECT), 5)).isInstanceOf(AdmissionOutcome.Claimed.class);
        assertThat(one.admit(turn("r", TurnPolicy.REJECT), 5)).isInstanceOf(AdmissionOutcome.Ended.class);
        ClaimedRun head = claimed(one, turn("i", TurnPolicy.INTERRUPT));
        assertThat(one.admit(turn("i", TurnPolicy.INTERRUPT), 5)).isInstanceOf(AdmissionOutcome.Waiting.class);
        assertThat(done(one.cancellations.open(one.incarnation, 5)))
                .singleElement()
                .satisfies(run -> assertThat(run.key()).isEqualTo(head.key()));
    }

    @Test
    void anInterruptionCancelsTheHeadAndEarlierWaitingRuns() {
        Resolution head = turn("all", TurnPolicy.SERIAL);
        Resolution waiting = turn("all", TurnPolicy.SERIAL);
        Resolution interrupting = turn("all", TurnPolicy.INTERRUPT);
        Resolution after = turn("all", TurnPolicy.SERIAL);
        claimed(one, head);
        one.admit(List.of(waiting, interrupting), 5);
        two.admit(after, 5);

        List<StoredRun> cancelled = done(one.cancellations.open(one.incarnation, 10));
        assertThat(cancelled).extracting(StoredRun::key).containsExactlyInAnyOrder(key(head), key(waiting));
        assertThat(view(key(waiting)).cancelReason()).isEqualTo("interrupted");
        assertThat(view(key(after)).cancelRequestedAt()).isNull();
    }

    @Test
    void aTurnPassesOverCancelledWaitingRuns() {
        ClaimedRun head = claimed(one, turn("over", TurnPolicy.SERIAL));
        Resolution waiting = turn("over", TurnPolicy.SERIAL);
        Resolution interrupting = turn("over", TurnPolicy.INTERRUPT);
        one.admit(List.of(waiting, interrupting), 5);
        one.store(head);

        assertThat(two.mark(head.key(), 5)).singleElement().satisfies(run -> assertThat(run.runId())
                .isEqualTo(interrupting.runId()));
        StoredRun left = done(two.cancellations.open(two.incarnation, 10)).getFirst();
        assertThat(left.key()).isEqualTo(key(waiting));
        endByOther(left, FailureCode.CANCELLED);
        assertThat(one.mark(key(waiting), 5)).isEmpty();
    }

    @Test
    void aRepeatedRejectedRunStaysRejected() {
        ClaimedRun head = claimed(one, turn("busy", TurnPolicy.REJECT));
        Resolution second = turn("busy", TurnPolicy.REJECT);
        assertThat(one.admit(second, 5)).isInstanceOf(AdmissionOutcome.Ended.class);
        one.store(head);
        one.mark(head.key(), 5);

        assertThat(two.admit(second, 5)).isInstanceOf(AdmissionOutcome.Repeated.class);
        assertThat(view(key(second)).outcome().code()).isEqualTo("rejected");
    }

    @Test
    void anEndedHeadRejectsNoRunBeforeItsTurnIsReleased() {
        ClaimedRun head = claimed(one, turn("quick", TurnPolicy.REJECT));
        one.store(head);
        Resolution next = turn("quick", TurnPolicy.REJECT);
        assertThat(two.admit(next, 5)).isInstanceOf(AdmissionOutcome.Waiting.class);
        assertThat(two.admit(turn("quick", TurnPolicy.REJECT), 5)).isInstanceOf(AdmissionOutcome.Ended.class);

        assertThat(one.mark(head.key(), 5)).singleElement().satisfies(run -> assertThat(run.runId())
                .isEqualTo(next.runId()));
    }

    @Test
    void concurrentAdmissionsRunOneAndRejectTheOthers() {
        List<Resolution> runs = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            runs.add(turn("crowd", TurnPolicy.REJECT));
        }
        List<Uni<AdmissionOutcome>> racing = new ArrayList<>();
        for (Resolution run : runs) {
            racing.add(one.admitting(run));
            racing.add(two.admitting(run));
        }
        List<AdmissionOutcome> answers = done(Uni.join().all(racing).andFailFast());

        assertThat(answers)
                .filteredOn(AdmissionOutcome.Claimed.class::isInstance)
                .hasSize(1);
        assertThat(answers).filteredOn(AdmissionOutcome.Ended.class::isInstance).hasSize(19);
        assertThat(answers)
                .filteredOn(AdmissionOutcome.Repeated.class::isInstance)
                .hasSize(20);
    }

    private static Resolution turn(String conversation, TurnPolicy policy) {
        return RunRequests.with(conversation, "x", policy, RetryPolicy.NEVER, DeadlinePolicy.defaults());
    }
}
