package dev.agenthost.orchestrator.runtime.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.runtime.ScriptedRuntime;
import dev.agenthost.orchestrator.runtime.settings.RuntimeSettingsTest;
import dev.agenthost.orchestrator.wire.Generation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a runtime is pinged, and asked for its list. */
class PacingTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final ListedRunners SOME = ListedRunners.read(
            ScriptedRuntime.tree("{\"runners\":[" + ScriptedRuntime.entry("qa", "agent-runner", "default") + "]}"),
            RuntimeSettingsTest.settings(Generation.LATER));

    @Test
    void threePingsWithoutAnAnswerAreTheEndAndAnAnswerStartsTheCountAnew() {
        Heart heart = new Heart(Duration.ofSeconds(20), 0);

        assertThat(heart.beat(19 * SECOND)).isEqualTo(Heart.Beat.NOTHING);
        assertThat(heart.beat(20 * SECOND)).isEqualTo(Heart.Beat.PING);
        assertThat(heart.beat(21 * SECOND)).isEqualTo(Heart.Beat.NOTHING);
        assertThat(heart.beat(40 * SECOND)).isEqualTo(Heart.Beat.PING);
        assertThat(heart.beat(60 * SECOND)).isEqualTo(Heart.Beat.PING);
        heart.answered(true);
        assertThat(heart.beat(80 * SECOND)).isEqualTo(Heart.Beat.PING);
        heart.answered(false);
        assertThat(heart.beat(100 * SECOND)).isEqualTo(Heart.Beat.PING);
        assertThat(heart.beat(120 * SECOND)).isEqualTo(Heart.Beat.PING);
        assertThat(heart.beat(140 * SECOND)).isEqualTo(Heart.Beat.STOPPED);
    }

    @Test
    void aHostThatWasPausedForLongCountsOnePingAndNotThree() {
        Heart heart = new Heart(Duration.ofSeconds(20), 0);
        heart.beat(20 * SECOND);

        assertThat(heart.beat(500 * SECOND)).isEqualTo(Heart.Beat.PING);
    }

    @Test
    void anEmptyListIsAskedForAgainAfterPausesThatGrowToTheLongest() {
        Roll roll = new Roll(Duration.ofMillis(250), Duration.ofSeconds(30), 0);
        List<Long> asked = new java.util.ArrayList<>();
        for (long now = 0; now < 120 * SECOND; now += SECOND / 100) {
            if (roll.isDue(now)) {
                asked.add(now * 100 / SECOND);
                roll.heard(ListedRunners.NONE, now);
            }
        }

        assertThat(asked).containsExactly(0L, 25L, 75L, 175L, 375L, 775L, 1575L, 3175L, 6175L, 9175L);
    }

    @Test
    void aChangedListIsAskedForAgainSoonAndTheSameAgainLater() {
        Roll roll = new Roll(Duration.ofMillis(250), Duration.ofSeconds(30), 0);
        roll.isDue(0);

        assertThat(roll.heard(SOME, 0)).isTrue();
        assertThat(roll.isDue(SECOND / 4)).isTrue();
        assertThat(roll.heard(SOME, SECOND / 4)).isFalse();
        assertThat(roll.isDue(SECOND / 2)).isTrue();
        roll.missed(SECOND / 2);
        assertThat(roll.isDue(SECOND * 3 / 4)).isFalse();
        assertThat(roll.last()).isEqualTo(SOME);
    }

    @Test
    void aWantedRunnerIsLookedForOnceAndNotForEveryRunThatWantsIt() {
        Roll roll = new Roll(Duration.ofMillis(250), Duration.ofSeconds(30), 0);
        long now = 0;
        for (int i = 0; i < 12; i++) {
            now += 30 * SECOND;
            roll.isDue(now);
            roll.heard(ListedRunners.NONE, now);
        }

        assertThat(roll.isDue(now + SECOND)).isFalse();
        roll.wanted(now + SECOND);
        assertThat(roll.isDue(now + SECOND)).isTrue();
        roll.heard(ListedRunners.NONE, now + SECOND);
        roll.wanted(now + SECOND + SECOND / 10);
        assertThat(roll.isDue(now + SECOND + SECOND / 10)).isFalse();
        roll.wanted(now + 4 * SECOND);
        assertThat(roll.isDue(now + 4 * SECOND)).isTrue();
    }

    @Test
    void aPluginThatStartsIsAReasonToLookSoon() {
        Roll roll = new Roll(Duration.ofMillis(250), Duration.ofSeconds(30), 0);
        roll.isDue(0);
        for (int i = 0; i < 10; i++) {
            roll.heard(ListedRunners.NONE, 0);
        }

        roll.hint(SECOND);

        assertThat(roll.isDue(SECOND)).isFalse();
        assertThat(roll.isDue(SECOND + SECOND / 4)).isTrue();
    }
}
