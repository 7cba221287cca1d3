package dev.agenthost.context.datalifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RetentionRulesTest {
    private static final RetentionRules RULES = new RetentionRules(
            new RetentionLimit(365, 3650),
            new RetentionLimit(90, 400),
            new RetentionLimit(30, 60),
            new RetentionLimit(10, 10),
            new RetentionLimit(7, 20));

    @Test
    void absentDaysAreTheOperatorsDefault() {
        assertThat(RULES.inEffect(RetentionDays.NONE)).isEqualTo(new RetentionDays(365, 90, 30, 10, 7));
        assertThat(RULES.inEffect(new RetentionDays(7, null, 60, null, 30)))
                .isEqualTo(new RetentionDays(7, 90, 60, 10, 20));
        assertThat(RULES.maxDays()).isEqualTo(new RetentionDays(3650, 400, 60, 10, 20));
    }

    @Property
    void daysAreLimitedByTheOperatorsMaximum(
            @ForAll @IntRange(min = 1, max = 1000) int defaultDays,
            @ForAll @IntRange(min = 0, max = 1000) int more,
            @ForAll @IntRange(min = 1, max = 5000) int own) {
        RetentionLimit kept = new RetentionLimit(defaultDays, defaultDays + more);

        assertThat(kept.inEffect(own)).isBetween(1, kept.maxDays());
        assertThat(kept.admits(own)).isEqualTo(kept.inEffect(own) == own);
    }

    @Test
    void invalidDaysAreRefused() {
        assertThatThrownBy(() -> new RetentionDays(1, 0, null, null, null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RetentionLimit(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RetentionLimit(2, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
