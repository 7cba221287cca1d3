package dev.agenthost.binding.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.binding.Sets;
import dev.agenthost.binding.catalog.PolicyNarrowing.ResourceLimits;
import dev.agenthost.protocol.run.ChoiceLimits;
import java.util.List;
import org.junit.jupiter.api.Test;

class BindingCandidateTest {
    @Test
    void whatItsBindingLeavesGoesWithIt() {
        ResourceLimits limits =
                new ResourceLimits(List.of("m-1"), List.of("s/*"), null, List.of(), null, null, null, null);

        assertThat(snapshotLimits(new PolicyNarrowing(limits, null, null, null, null, null)))
                .isEqualTo(new ChoiceLimits(List.of("m-1"), List.of("s/*"), null, null));
    }

    @Test
    void whatTakesNothingAwayIsNotSpokenOf() {
        ResourceLimits others = new ResourceLimits(null, null, null, List.of(), null, List.of(), List.of(), null);

        assertThat(snapshotLimits(PolicyNarrowing.NONE)).isNull();
        assertThat(snapshotLimits(new PolicyNarrowing(others, null, null, null, null, null)))
                .isNull();
    }

    private static ChoiceLimits snapshotLimits(PolicyNarrowing narrow) {
        Binding plain = Sets.binding("b1", Sets.BOT, "*");
        Binding narrowed = new Binding(
                plain.bindingId(),
                plain.workspaceId(),
                plain.scope(),
                plain.eventTypes(),
                plain.filters(),
                plain.agentId(),
                plain.enabled(),
                plain.priority(),
                narrow,
                plain.version());
        return BindingCandidate.of(narrowed, Sets.agent()).snapshot().choiceLimits();
    }
}
