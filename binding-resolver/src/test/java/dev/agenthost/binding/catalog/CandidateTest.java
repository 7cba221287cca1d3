package dev.agenthost.binding.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.binding.Sets;
import dev.agenthost.binding.binding.Binding;
import dev.agenthost.binding.policy.Narrowing;
import dev.agenthost.binding.policy.Narrowing.ResourceLimits;
import dev.agenthost.protocol.run.ChoiceLimits;
import java.util.List;
import org.junit.jupiter.api.Test;

class CandidateTest {
    @Test
    void whatItsBindingLeavesGoesWithIt() {
        ResourceLimits limits =
                new ResourceLimits(List.of("m-1"), List.of("s/*"), null, List.of(), null, null, null, null);

        assertThat(snapshotLimits(new Narrowing(limits, null, null, null, null, null)))
                .isEqualTo(new ChoiceLimits(List.of("m-1"), List.of("s/*"), null, null));
    }

    @Test
    void whatTakesNothingAwayIsNotSpokenOf() {
        ResourceLimits others = new ResourceLimits(null, null, null, List.of(), null, List.of(), List.of(), null);

        assertThat(snapshotLimits(Narrowing.NONE)).isNull();
        assertThat(snapshotLimits(new Narrowing(others, null, null, null, null, null)))
                .isNull();
    }

    private static ChoiceLimits snapshotLimits(Narrowing narrow) {
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
        return Candidate.of(narrowed, Sets.agent()).snapshot().choiceLimits();
    }
}
