package dev.agenthost.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.bench.graph.GraphDurations;
import dev.agenthost.bench.measure.Durations;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class DurationPlanTest {
    private static final Durations DURATIONS = new Durations(
            Duration.ofSeconds(10),
            Duration.ofSeconds(8),
            Duration.ofSeconds(7),
            Duration.ofSeconds(24),
            List.of(1, 2, 3));

    private final DurationPlan plan = new DurationPlan(DURATIONS, GraphDurations.full(), 600_000);

    @Test
    void isTheSumOfWhatTheLoadsLastAndOfTheBoxTheyShare() {
        assertThat(plan.of(Set.of(Measure.B1))).isEqualTo(Duration.ofSeconds(20 + 10 + 2 * 3 * (2 + 8) + 2 + 2));
        assertThat(plan.of(Set.of(Measure.B1, Measure.B3)))
                .isEqualTo(plan.of(Set.of(Measure.B1)).plusSeconds(2 + 24));
    }

    @Test
    void throughputIsTakenOnceForBothOfItsMeasures() {
        assertThat(plan.of(Set.of(Measure.B2, Measure.B10)))
                .isEqualTo(plan.of(Set.of(Measure.B2)))
                .isEqualTo(plan.of(Set.of(Measure.B10)));
    }

    @Test
    void whatHasABoxOfItsOwnWaitsForNoOther() {
        assertThat(plan.of(Set.of(Measure.B4))).isEqualTo(Duration.ofSeconds(5 * 60 + 66));
    }

    @Test
    void longerLoadsMakeALongerPlan() {
        for (var measure : EnumSet.of(
                Measure.B1,
                Measure.B2,
                Measure.B3,
                Measure.B9,
                Measure.B10,
                Measure.FIRST,
                Measure.GRAPH,
                Measure.PROFILE)) {
            assertThat(DurationPlan.full(1).of(Set.of(measure)))
                    .as(measure.name())
                    .isGreaterThan(DurationPlan.quick(1).of(Set.of(measure)));
        }
    }

    @Test
    void theHelpSaysWhatIsPlanned() {
        var all = Measure.named(List.of());
        var help = new CommandLine(MeasureCommand.withPlan()).getUsageMessage(CommandLine.Help.Ansi.OFF);
        assertThat(help.replaceAll("\\s+", " "))
                .contains(DurationPlan.full(1).text(all))
                .contains(DurationPlan.quick(1).text(all));
    }
}
