package dev.agenthost.platform.observability;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConsumerMonitorTest {
    private static final long SECOND = 1_000_000_000L;

    private final ConsumerMonitor watch = new ConsumerMonitor(Duration.ofSeconds(30));

    @Test
    void stallsWhenNothingIsDoneForLongAlthoughThereIsSomethingToDo() {
        assertThat(watch.judge(at(10, 11), 0)).isInstanceOf(ConsumerState.GoesOn.class);
        assertThat(watch.judge(at(10, 12), 29 * SECOND)).isInstanceOf(ConsumerState.GoesOn.class);
        assertThat(watch.judge(at(10, 14), 30 * SECOND))
                .isEqualTo(new ConsumerState.Stalled("t", 0, 4, Duration.ofSeconds(30)));
    }

    @Test
    void aSlowConsumerDoesNotStall() {
        for (int i = 0; i < 100; i++) {
            assertThat(watch.judge(at(i, 100_000), i * 29 * SECOND)).isInstanceOf(ConsumerState.GoesOn.class);
        }
    }

    @Test
    void anIdleConsumerDoesNotStallAndWaitsAnewAfterwards() {
        watch.judge(at(10, 10), 0);
        assertThat(watch.judge(at(10, 10), 1_000 * SECOND)).isInstanceOf(ConsumerState.GoesOn.class);
        assertThat(watch.judge(at(10, 11), 1_001 * SECOND)).isInstanceOf(ConsumerState.GoesOn.class);
        assertThat(watch.judge(at(10, 11), 1_031 * SECOND)).isInstanceOf(ConsumerState.Stalled.class);
    }

    @Test
    void goesOnAgainWhenSomethingIsDone() {
        watch.judge(at(10, 20), 0);
        assertThat(watch.judge(at(10, 20), 60 * SECOND)).isInstanceOf(ConsumerState.Stalled.class);
        assertThat(watch.judge(at(15, 20), 61 * SECOND)).isInstanceOf(ConsumerState.GoesOn.class);
    }

    @Test
    void aPartitionThatWasTakenAwayAndCameBackWaitsAnew() {
        watch.judge(at(10, 20), 0);
        watch.judge(new ConsumerProbeResult.Answered(List.of(), Duration.ZERO), 10 * SECOND);
        assertThat(watch.judge(at(10, 20), 60 * SECOND)).isInstanceOf(ConsumerState.GoesOn.class);
    }

    @Test
    void oneStalledPartitionIsEnough() {
        watch.judge(two(0, 10), 0);
        assertThat(watch.judge(two(5, 10), 31 * SECOND))
                .isEqualTo(new ConsumerState.Stalled("t", 1, 10, Duration.ofSeconds(31)));
    }

    @Test
    void hasEndedWhenItsThreadIsFreeAndItNoLongerPolls() {
        assertThat(watch.judge(idleFor(40), 0)).isInstanceOf(ConsumerState.GoesOn.class);
        assertThat(watch.judge(idleFor(45), 5 * SECOND)).isInstanceOf(ConsumerState.GoesOn.class);
        assertThat(watch.judge(idleFor(50), 10 * SECOND)).isInstanceOf(ConsumerState.Ended.class);
    }

    @Test
    void aProcessThatWasStoppedAndWokenHasNotEnded() {
        watch.judge(idleFor(600), 0);
        watch.judge(idleFor(0), 5 * SECOND);
        watch.judge(idleFor(600), 10 * SECOND);
        assertThat(watch.judge(idleFor(605), 15 * SECOND)).isInstanceOf(ConsumerState.GoesOn.class);
    }

    @Test
    void whatDoesNotAnswerMayComeBackButWhatIsClosedNever() {
        assertThat(watch.judge(new ConsumerProbeResult.Unanswered("TimeoutException"), 0))
                .isEqualTo(new ConsumerState.Unreachable("TimeoutException"));
        assertThat(watch.judge(new ConsumerProbeResult.Closed(), 0)).isInstanceOf(ConsumerState.Ended.class);
    }

    private static ConsumerProbeResult at(long committed, long end) {
        return new ConsumerProbeResult.Answered(List.of(new PartitionLag("t", 0, committed, end)), Duration.ZERO);
    }

    private static ConsumerProbeResult two(long first, long end) {
        return new ConsumerProbeResult.Answered(
                List.of(new PartitionLag("t", 0, first, end), new PartitionLag("t", 1, 0, end)), Duration.ZERO);
    }

    private static ConsumerProbeResult idleFor(long seconds) {
        return new ConsumerProbeResult.Answered(List.of(), Duration.ofSeconds(seconds));
    }
}
