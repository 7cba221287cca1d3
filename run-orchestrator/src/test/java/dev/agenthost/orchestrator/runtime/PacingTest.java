package dev.agenthost.orchestrator.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.wire.SdkGeneration;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the times of pings and of requests for a runtime's list. */
class PacingTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final RunnerListing SOME = RunnerListing.read(
            ScriptedRuntime.tree("{\"runners\":[" + ScriptedRuntime.entry("qa", "agent-runner", "default") + "]}"),
            RuntimeSettingsTest.settings(SdkGeneration.LATER));

    @Test
    void threePingsWithoutAnAnswerAreTheEndAndAnAnswerStartsTheCountAnew() {
        Heartbeat heart = new Heartbeat(Duration.ofSeconds(20), 0);

        assertThat(heart.renew(19 * SECOND)).isEqualTo(Heartbeat.Beat.NOTHING);
        assertThat(heart.renew(20 * SECOND)).isEqualTo(Heartbeat.Beat.PING);
        assertThat(heart.renew(21 * SECOND)).isEqualTo(Heartbeat.Beat.NOTHING);
        assertThat(heart.renew(40 * SECOND)).isEqualTo(Heartbeat.Beat.PING);
        assertThat(heart.renew(60 * SECOND)).isEqualTo(Heartbeat.Beat.PING);
        heart.answered(true);
        assertThat(heart.renew(80 * SECOND)).isEqualTo(Heartbeat.Beat.PING);
        heart.answered(false);
        assertThat(heart.renew(100 * SECOND)).isEqualTo(Heartbeat.Beat.PING);
        assertThat(heart.renew(120 * SECOND)).isEqualTo(Heartbeat.Beat.PING);
        assertThat(heart.renew(140 * SECOND)).isEqualTo(Heartbeat.Beat.STOPPED);
    }

    @Test
    void aHostThatWasPausedForLongCountsOnePingAndNotThree() {
        Heartbeat heart = new Heartbeat(Duration.ofSeconds(20), 0);
        heart.renew(20 * SECOND);

        assertThat(heart.renew(500 * SECOND)).isEqualTo(Heartbeat.Beat.PING);
    }

    @Test
    void anEmptyListIsAskedForAgainAfterPausesThatGrowToTheLongest() {
        RunnerListPoller roll = new RunnerListPoller(Duration.ofMillis(250), Duration.ofSeconds(30), 0);
        List<Long> requests = new java.util.ArrayList<>();
        for (long now = 0; now < 120 * SECOND; now += SECOND / 100) {
            if (roll.isDue(now)) {
                requests.add(now * 100 / SECOND);
                roll.answered(RunnerListing.NONE, now);
            }
        }

        assertThat(requests).containsExactly(0L, 25L, 75L, 175L, 375L, 775L, 1575L, 3175L, 6175L, 9175L);
    }

    @Test
    void aChangedListIsAskedForAgainSoonAndTheSameAgainLater() {
        RunnerListPoller roll = new RunnerListPoller(Duration.ofMillis(250), Duration.ofSeconds(30), 0);
        roll.isDue(0);

        assertThat(roll.answered(SOME, 0)).isTrue();
        assertThat(roll.isDue(SECOND / 4)).isTrue();
        assertThat(roll.answered(SOME, SECOND / 4)).isFalse();
        assertThat(roll.isDue(SECOND / 2)).isTrue();
        roll.missed(SECOND / 2);
        assertThat(roll.isDue(SECOND * 3 / 4)).isFalse();
        assertThat(roll.last()).isEqualTo(SOME);
    }

    @Test
    void aWantedRunnerIsLookedForOnceAndNotForEveryRunThatWantsIt() {
        RunnerListPoller roll = new RunnerListPoller(Duration.ofMillis(250), Duration.ofSeconds(30), 0);
        long now = 0;
        for (int i = 0; i < 12; i++) {
            now += 30 * SECOND;
            roll.isDue(now);
            roll.answered(RunnerListing.NONE, now);
        }

        assertThat(roll.isDue(now + SECOND)).isFalse();
        roll.wanted(now + SECOND);
        assertThat(roll.isDue(now + SECOND)).isTrue();
        roll.answered(RunnerListing.NONE, now + SECOND);
        roll.wanted(now + SECOND + SECOND / 10);
        assertThat(roll.isDue(now + SECOND + SECOND / 10)).isFalse();
        roll.wanted(now + 4 * SECOND);
        assertThat(roll.isDue(now + 4 * SECOND)).isTrue();
    }

    @Test
    void aPluginThatStartsIsAReasonToLookSoon() {
        RunnerListPoller roll = new RunnerListPoller(Duration.ofMillis(250), Duration.ofSeconds(30), 0);
        roll.isDue(0);
        for (int i = 0; i < 10; i++) {
            roll.answered(RunnerListing.NONE, 0);
        }

        roll.hint(SECOND);

        assertThat(roll.isDue(SECOND)).isFalse();
        assertThat(roll.isDue(SECOND + SECOND / 4)).isTrue();
    }
}
