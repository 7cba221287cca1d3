package dev.agenthost.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BacklogTest {
    private static final long SECOND = 1_000_000_000L;

    private final List<String> events = new ArrayList<>();
    private final Backlog backlog = new Backlog(
            new Backlog.Valve() {
                @Override
                public void hold() {
                    events.add("hold");
                }

                @Override
                public void release() {
                    events.add("release");
                }
            },
            new Backlog.Bounds(10, 1_000, Duration.ofSeconds(5)));

    private final Backlog.Part one = backlog.open(() -> events.add("one gives way"));
    private final Backlog.Part two = backlog.open(() -> events.add("two gives way"));

    @Test
    void stopsReadingAboveTheLimitsAndResumesAtHalf() {
        one.holds(6, 60);
        two.holds(4, 40);
        assertThat(events).as("that much may wait").isEmpty();

        two.holds(5, 50);
        assertThat(backlog.isHeld()).isTrue();
        one.holds(1, 10);
        assertThat(backlog.isHeld()).as("six of ten").isTrue();
        one.holds(0, 0);

        assertThat(backlog.isHeld()).isFalse();
        assertThat(events).containsExactly("hold", "release");
    }

    @Test
    void limitsTheCharacters() {
        one.holds(1, 1_001);
        assertThat(backlog.isHeld()).isTrue();
        one.holds(0, 0);
        assertThat(backlog.isHeld()).isFalse();
    }

    @Test
    void framesOfAnEndedRunDoNotCount() {
        one.holds(11, 10);
        one.close();
        one.holds(50, 10);

        assertThat(events).containsExactly("hold", "release");
    }

    @Test
    void releasesTheRunWithTheMostFramesWithoutProgress() {
        one.holds(3, 10);
        two.holds(9, 10);
        backlog.check(0);
        backlog.check(5 * SECOND);
        assertThat(events).containsExactly("hold");

        backlog.check(5 * SECOND + 1);
        assertThat(events).containsExactly("hold", "two gives way");

        backlog.check(6 * SECOND);
        assertThat(events).as("each has as much time").hasSize(2);
    }

    @Test
    void releasesNothingWhileFramesAreProcessed() {
        one.holds(11, 10);
        for (int i = 0; i < 20; i++) {
            one.holds(i % 2 == 0 ? 10 : 11, 10);
            backlog.check(i * 4 * SECOND);
        }

        assertThat(events).containsExactly("hold");
    }

    @Test
    void limitsTheRateOfUselessFrames() {
        for (int i = 0; i < Backlog.IDLE_TALK; i++) {
            backlog.idleTalk(100);
        }
        assertThat(events).isEmpty();
        one.idleTalk(100);
        assertThat(events).containsExactly("hold");

        backlog.check(SECOND);

        assertThat(events).containsExactly("hold", "release");
    }

    @Test
    void countsALargeUselessFrameAsSeveral() {
        backlog.idleTalk(Backlog.IDLE_TALK * Backlog.ONE);

        assertThat(events).containsExactly("hold");
    }

    @Test
    void refusesLimitsOfZero() {
        Duration time = Duration.ofSeconds(1);
        assertThatThrownBy(() -> new Backlog.Bounds(0, 1, time)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backlog.Bounds(1, 0, time)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backlog.Bounds(1, 1, Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }
}
