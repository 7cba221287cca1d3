package dev.agenthost.orchestrator.lifecycle.postgres;

import static dev.agenthost.orchestrator.lifecycle.postgres.RunsReplica.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.flowcontrol.WorkspaceFairQueue;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceWeights;
import dev.agenthost.orchestrator.lifecycle.admission.Admission;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionOutcome;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.run.Resolution;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests admissions and their claims. */
class AdmissionRepositoryTest extends TwoReplicas {
    @Test
    void claimsAtOnceWithAFreeSlotAndAnEmptyQueue() {
        assertThat(one.admit(RunRequests.of("x"), 1)).isInstanceOf(AdmissionOutcome.Claimed.class);
        assertThat(one.admit(RunRequests.of("x"), 0)).isInstanceOf(AdmissionOutcome.Queued.class);
        // The queue comes first.
        assertThat(one.admit(RunRequests.of("x"), 1)).isInstanceOf(AdmissionOutcome.Queued.class);
    }

    @Test
    void claimsNoMoreThanTheReservedSlots() {
        List<AdmissionOutcome> answers =
                one.admit(List.of(RunRequests.of("x"), RunRequests.of("x"), RunRequests.of("x")), 2);
        assertThat(answers)
                .extracting(Object::getClass)
                .asList()
                .containsExactly(
                        AdmissionOutcome.Claimed.class, AdmissionOutcome.Claimed.class, AdmissionOutcome.Queued.class);
    }

    @Test
    void claimsNothingWithoutALiveLease() {
        done(one.leases.surrender(one.incarnation));
        assertThat(one.admit(RunRequests.of("x"), 5)).isInstanceOf(AdmissionOutcome.Queued.class);
        assertThat(one.claim(5)).isEmpty();
        assertThat(two.claim(5)).hasSize(1);
    }

    @Test
    void theFirstAdmissionIsFinal() {
        Resolution first = RunRequests.of("x");
        assertThat(one.admit(first, 0)).isInstanceOf(AdmissionOutcome.Queued.class);
        assertThat(two.admit(List.of(first, first), 5)).allMatch(AdmissionOutcome.Repeated.class::isInstance);
        assertThat(two.admit(Resolutions.unbound(first.event()), 5)).isInstanceOf(AdmissionOutcome.Repeated.class);
        assertThat(two.claim(5)).singleElement().satisfies(run -> assertThat(run.resolution())
                .isEqualTo(first));
    }

    @Test
    void concurrentAdmissionsCreateEachRunOnce() {
        List<Resolution> runs = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            runs.add(RunRequests.in("c" + i % 7, "x"));
        }
        List<Admission> batch = runs.stream().map(RunsReplica::admission).toList();
        var answers = done(Uni.combine()
                .all()
                .unis(
                        one.admissions.admit(batch, one.incarnation, RunsReplica.room(40), List.of()),
                        two.admissions.admit(batch, two.incarnation, RunsReplica.room(40), List.of()))
                .asTuple());
        for (int i = 0; i < batch.size(); i++) {
            boolean first = answers.getItem1().get(i) instanceof AdmissionOutcome.Repeated;
            boolean second = answers.getItem2().get(i) instanceof AdmissionOutcome.Repeated;
            assertThat(first ^ second).isTrue();
        }
    }

    @Test
    void concurrentClaimsShareTheQueue() {
        for (int i = 0; i < 30; i++) {
            one.admit(RunRequests.of("x"), 0);
        }
        var claimed = done(Uni.combine()
                .all()
                .unis(
                        one.claims.claim(
                                one.incarnation, RunsReplica.room(20), new WorkspaceFairQueue(WorkspaceWeights.EQUAL)),
                        two.claims.claim(
                                two.incarnation, RunsReplica.room(20), new WorkspaceFairQueue(WorkspaceWeights.EQUAL)))
                .asTuple());
        List<ClaimedRun> all = new ArrayList<>(claimed.getItem1());
        all.addAll(claimed.getItem2());
        Set<RunKey> distinct = new HashSet<>(all.stream().map(ClaimedRun::key).toList());
        assertThat(distinct).hasSameSizeAs(all);
        all.addAll(one.claim(30));
        assertThat(all).hasSize(30);
    }

    @Test
    void aRequeuedRunPausesAndKeepsItsQueueDeadline() {
        ClaimedRun run = claimed(one, RunRequests.of("x"));
        done(one.runs.requeue(run.key(), one.held(run), back(Duration.ofMinutes(1))));
        assertThat(two.claim(1)).isEmpty();
        assertThat(view(run.key()).state()).isEqualTo("queued");
    }

    @Test
    void aCancellationBeforeAdmissionPreventsTheClaim() {
        Resolution run = RunRequests.of("x");
        Instant first = done(one.cancellations.request(key(run), "why"));
        assertThat(done(one.cancellations.request(key(run), "other"))).isEqualTo(first);
        assertThat(one.admit(run, 5)).isInstanceOf(AdmissionOutcome.Queued.class);
        assertThat(one.claim(5)).isEmpty();
        assertThat(view(key(run)).cancelReason()).isEqualTo("why");
        assertThat(done(two.cancellations.open(two.incarnation, 5))).hasSize(1);
    }

    @Test
    void onlyTheOwnerCancelsARunningRun() {
        ClaimedRun run = claimed(one, RunRequests.of("x"));
        done(two.cancellations.request(run.key(), null));
        assertThat(done(one.cancellations.open(one.incarnation, 5))).hasSize(1);
        assertThat(done(two.cancellations.open(two.incarnation, 5))).isEmpty();
    }

    @Test
    void refusedDataDoesNotAffectOtherAdmissions() {
        List<Resolution> runs = new ArrayList<>(
                List.of(RunRequests.of("x"), RunRequests.of("x"), RunRequests.of("x"), RunRequests.of("x")));
        runs.set(2, RunRequests.by(new RunnerId("nul\u0000", "in", "it"), 60));
        List<AdmissionOutcome> answers = one.admit(runs, 5);
        assertThat(answers.get(2))
                .isInstanceOfSatisfying(AdmissionOutcome.Refused.class, refused -> assertThat(refused.sqlState())
                        .isEqualTo("22021"));
        assertThat(answers)
                .filteredOn(AdmissionOutcome.Refused.class::isInstance)
                .hasSize(1);
    }

    @Test
    void largeBatchesAreAdmittedInParts() {
        List<Resolution> runs = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            runs.add(RunRequests.in("large", "x"));
        }
        assertThat(one.admit(runs, 5))
                .hasSize(300)
                .filteredOn(AdmissionOutcome.Waiting.class::isInstance)
                .hasSize(299);
    }
}
