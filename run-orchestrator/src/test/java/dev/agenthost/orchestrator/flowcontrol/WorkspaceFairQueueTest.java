package dev.agenthost.orchestrator.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class WorkspaceFairQueueTest {
    private static final SlotPool SHARED = new SlotPool(Set.of("r"), Set.of("*"));

    @Property
    void claimsByWeight(
            @ForAll @IntRange(min = 1, max = 5) int weightOfA, @ForAll @IntRange(min = 1, max = 5) int weightOfB) {
        WorkspaceFairQueue turns = new WorkspaceFairQueue(new WorkspaceWeights(Map.of("A", weightOfA, "B", weightOfB)));
        Map<String, Integer> claimed = claims(turns, 60 * (weightOfA + weightOfB), "A", "B");
        assertThat(claimed.get("A")).isBetween(60 * weightOfA - 1, 60 * weightOfA + 1);
        assertThat(claimed.get("B")).isBetween(60 * weightOfB - 1, 60 * weightOfB + 1);
    }

    @Test
    void anIdleWorkspaceAccumulatesNeitherTurnsNorDebt() {
        WorkspaceFairQueue turns = new WorkspaceFairQueue(WorkspaceWeights.EQUAL);
        claims(turns, 1000, "A");
        assertThat(claims(turns, 10, "A", "B")).containsEntry("A", 5).containsEntry("B", 5);
    }

    @Test
    void storesNothingForDedicatedOrRemovedPools() {
        SlotPool alone = new SlotPool(Set.of("r"), Set.of("A"));
        WorkspaceFairQueue turns = new WorkspaceFairQueue(WorkspaceWeights.EQUAL);
        turns.claimed(alone, List.of("A", "A"));
        assertThat(turns.debts(alone)).isEmpty();
        turns.claimed(SHARED, List.of("A"));
        assertThat(turns.debts(SHARED)).isNotEmpty();
        turns.keepOnly(Set.of(alone));
        assertThat(turns.debts(SHARED)).isEmpty();
    }

    /** One slot becomes free at a time, and each of these always waits. */
    private static Map<String, Integer> claims(WorkspaceFairQueue turns, int runs, String... waiting) {
        Map<String, Integer> claimed = new HashMap<>();
        for (int i = 0; i < runs; i++) {
            Map<String, Double> debts = turns.debts(SHARED);
            String next = Collections.min(
                    List.of(waiting),
                    (one, other) -> Double.compare(debts.getOrDefault(one, 0.0), debts.getOrDefault(other, 0.0)));
            turns.claimed(SHARED, List.of(next));
            claimed.merge(next, 1, Integer::sum);
        }
        return claimed;
    }
}
