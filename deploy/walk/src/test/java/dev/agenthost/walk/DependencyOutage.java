package dev.agenthost.walk;

import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.walk.box.FrontDoor;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Scenarios in which Kafka or PostgreSQL is unavailable for a while: nothing is lost or published twice. */
interface DependencyOutage extends BoxScenario {

    @Test
    default void kafkaAwayForAMinuteLosesNothing() throws Exception {
        awayForAMinute("kafka");
    }

    @Test
    default void postgresAwayForAMinuteLosesNothing() throws Exception {
        awayForAMinute("postgres");
    }

    private void awayForAMinute(String what) throws Exception {
        walk().awaitReady();
        var before = walk().door.say("hooked", fresh(), fresh(), "sleep 2");
        walk().box.hold(what, 1);
        try {
            // Longer than the minute after which Kafka clients give up by default.
            await().pollDelay(Duration.ofSeconds(75))
                    .atMost(Duration.ofSeconds(76))
                    .until(() -> true);
        } finally {
            walk().box.release(what, 1);
        }

        RunInvariants.sound(walk().door.follow(before.stream()));
        assertThat(FrontDoor.said(walk().door.ask("hooked", "after " + what))).isEqualTo("after " + what);
        walk().awaitReady();
        RunInvariants.shownOnce(walk().webhook);
    }
}
