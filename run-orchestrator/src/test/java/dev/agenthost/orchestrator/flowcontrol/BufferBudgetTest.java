package dev.agenthost.orchestrator.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BufferBudgetTest {
    private final BufferBudget budget = new BufferBudget(100);
    private final List<String> gaveWay = new ArrayList<>();
    private final List<BufferBudget.Share> shares = new ArrayList<>();

    @Test
    void releasesNothingWithinTheLimit() {
        share("a", 50);
        share("b", 50);
        budget.relieve();
        assertThat(gaveWay).isEmpty();
    }

    @Test
    void releasesTheRunWithTheMostBytes() {
        share("small", 10);
        share("large", 60);
        share("middle", 40);
        budget.relieve();
        assertThat(gaveWay).containsExactly("large");
        assertThat(budget.used()).isEqualTo(50);
    }

    @Test
    void releasesRunsUntilTheLimitHolds() {
        for (int i = 0; i < 10; i++) {
            share("run " + i, 20 + i);
        }
        budget.relieve();
        assertThat(budget.used()).isLessThanOrEqualTo(100);
        assertThat(gaveWay).contains("run 9", "run 8").doesNotContain("run 0", "run 1");
    }

    @Test
    void releasesARunOnlyOnce() {
        budget.open(() -> gaveWay.add("stubborn")).holds(200);
        budget.relieve();
        budget.relieve();
        assertThat(gaveWay).containsExactly("stubborn");
    }

    @Test
    void aClosedRunHasNoBytes() {
        BufferBudget.Share closed = share("a", 90);
        closed.close();
        closed.holds(90);
        assertThat(budget.used()).isZero();
    }

    private BufferBudget.Share share(String name, long bytes) {
        int run = shares.size();
        BufferBudget.Share share = budget.open(() -> {
            gaveWay.add(name);
            shares.get(run).holds(0);
        });
        shares.add(share);
        share.holds(bytes);
        return share;
    }
}
