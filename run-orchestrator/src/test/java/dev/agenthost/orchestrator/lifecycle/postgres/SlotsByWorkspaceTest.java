package dev.agenthost.orchestrator.lifecycle.postgres;

import static dev.agenthost.orchestrator.lifecycle.postgres.RunsReplica.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.flowcontrol.SlotPool;
import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceFairQueue;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceWeights;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionOutcome;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.walk.ScriptedRunners;
import dev.agenthost.protocol.Envelopes;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.run.Resolution;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Runs are claimed where a connection may serve their workspace, and workspaces share a runner fairly. */
class SlotsByWorkspaceTest extends TwoReplicas {
    static final RunnerId RUNNER = RunnerId.parse(ScriptedRunners.RUNNER);
    private static final SlotPool OF_A = pool("A");
    private static final SlotPool OF_B = pool("B");
    private static final SlotPool SHARED = pool("*");

    @Test
    void claimsOnlyRunsThatItsConnectionsMayServe() {
        assertThat(admit("B", OF_A, 100_000)).isInstanceOf(AdmissionOutcome.Queued.class);
        assertThat(claim(OF_A, 100_000)).isEmpty();
        assertThat(claim(OF_B, 1)).singleElement().satisfies(run -> {
            assertThat(run.workspaceId()).isEqualTo("B");
            assertThat(run.pool()).isEqualTo(OF_B);
        });
    }

    @Test
    void theQueueOfAnotherWorkspaceDoesNotBlock() {
        admit("B", OF_A, 1);
        assertThat(admit("A", OF_A, 1)).isInstanceOfSatisfying(AdmissionOutcome.Claimed.class, claimed -> assertThat(
                        claimed.run().pool())
                .isEqualTo(OF_A));
        // On a connection that both may use, the queue comes first.
        assertThat(admit("A", SHARED, 1)).isInstanceOf(AdmissionOutcome.Queued.class);
    }

    @Test
    void claimsTheNextTurnOnlyWhereItsWorkspaceIsServed() {
        Resolution first = in("A", "c");
        Resolution second = in("A", "c");
        Resolution third = in("A", "c");
        ClaimedRun run = ((AdmissionOutcome.Claimed) one.admit(first, 1)).run();
        one.admit(second, 0);
        one.admit(third, 0);
        one.store(run);
        assertThat(one.marked(one.ends, run.key(), room(OF_B, 5)).claimed()).isEmpty();
        ClaimedRun next = claim(OF_A, 5).getFirst();
        one.store(next);
        assertThat(one.marked(one.ends, next.key(), room(OF_A, 5)).claimed())
                .singleElement()
                .satisfies(claimed -> assertThat(claimed.pool()).isEqualTo(OF_A));
    }

    @Test
    void workspacesTakeTurnsForOneSlot() {
        for (int i = 0; i < 20; i++) {
            admit("B", SHARED, 0);
        }
        admit("A", SHARED, 0);
        admit("A", SHARED, 0);
        admit("A", SHARED, 0);
        assertThat(oneByOne(6, WorkspaceWeights.EQUAL)).containsExactly("B", "A", "B", "A", "B", "A");
    }

    @Test
    void sharesSlotsByWeight() {
        for (int i = 0; i < 20; i++) {
            admit("A", SHARED, 0);
            admit("B", SHARED, 0);
        }
        List<String> claimed = oneByOne(12, new WorkspaceWeights(Map.of("B", 3)));
        assertThat(Collections.frequency(claimed, "B")).isEqualTo(9);
    }

    @Test
    void aLargeClaimIsSharedAndUnusedSharesAreRedistributed() {
        for (int i = 0; i < 20; i++) {
            admit("B", SHARED, 0);
        }
        admit("A", SHARED, 0);
        admit("A", SHARED, 0);
        List<String> claimed = one.claim(room(SHARED, 10), new WorkspaceFairQueue(WorkspaceWeights.EQUAL)).stream()
                .map(ClaimedRun::workspaceId)
                .toList();
        assertThat(Collections.frequency(claimed, "A")).isEqualTo(2);
        assertThat(Collections.frequency(claimed, "B")).isEqualTo(8);
    }

    @Test
    void claimsARunOnceForSeveralPools() {
        for (int i = 0; i < 4; i++) {
            admit("A", SHARED, 0);
        }
        admit("B", SHARED, 0);
        SlotReservation room =
                new SlotReservation(List.of(new SlotReservation.Slots(OF_A, 3), new SlotReservation.Slots(SHARED, 3)));
        List<ClaimedRun> claimed = one.claim(room, new WorkspaceFairQueue(WorkspaceWeights.EQUAL));
        assertThat(claimed).hasSize(5);
        assertThat(new HashSet<>(claimed.stream().map(ClaimedRun::key).toList()))
                .hasSize(5);
        assertThat(claimed.stream().filter(run -> OF_A.equals(run.pool()))).hasSize(3);
    }

    private List<String> oneByOne(int claims, WorkspaceWeights weights) {
        WorkspaceFairQueue turns = new WorkspaceFairQueue(weights);
        List<String> workspaces = new ArrayList<>();
        for (int i = 0; i < claims; i++) {
            String workspace = one.claim(room(SHARED, 1), turns).getFirst().workspaceId();
            turns.claimed(SHARED, List.of(workspace));
            workspaces.add(workspace);
        }
        return workspaces;
    }

    private AdmissionOutcome admit(String workspace, SlotPool pool, int slots) {
        return done(one.admissions.admit(
                        List.of(RunsReplica.admission(
                                in(workspace, UUID.randomUUID().toString()))),
                        one.incarnation,
                        room(pool, slots),
                        List.of()))
                .getFirst();
    }

    private List<ClaimedRun> claim(SlotPool pool, int slots) {
        return one.claim(room(pool, slots), new WorkspaceFairQueue(WorkspaceWeights.EQUAL));
    }

    private static SlotReservation room(SlotPool pool, int slots) {
        return slots == 0 ? SlotReservation.NONE : new SlotReservation(List.of(new SlotReservation.Slots(pool, slots)));
    }

    private static SlotPool pool(String workspace) {
        return new SlotPool(Set.of(ScriptedRunners.RUNNER), Set.of(workspace));
    }

    static Resolution in(String workspace, String conversation) {
        return Resolutions.bound(
                Envelopes.message(
                        workspace, "bot", conversation, null, UUID.randomUUID().toString(), "say 1"),
                Resolutions.binding(RUNNER));
    }
}
