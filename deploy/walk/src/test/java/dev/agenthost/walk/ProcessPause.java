package dev.agenthost.walk;

import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.walk.box.FrontDoor;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** An owner of runs stands still for a while, or is asked to go: nothing is lost, nothing is said twice. */
interface ProcessPause extends BoxScenario {

    /** Another replica ends what a paused one owned; alone, the paused one goes on where it stood. */
    @Test
    default void anOwnerPausedPastItsLeaseAndWokenSaysNothingTwice() throws Exception {
        walk().awaitReady();
        var text = "sleep " + (10 + 15 * walk().replicas);
        var runs = IntStream.range(0, 4)
                .mapToObj(i -> walk().door.say("hooked", fresh(), fresh(), text))
                .toList();
        runs.forEach(walk().door::awaitAsleep);

        for (int replica = 1; replica <= walk().replicas; replica++) {
            walk().box.pause("run-orchestrator", replica);
            try {
                // Three times the lease's term, so that it has run out, and another replica has seen that it has.
                await().pollDelay(Duration.ofSeconds(12))
                        .atMost(Duration.ofSeconds(13))
                        .until(() -> true);
            } finally {
                walk().box.resume("run-orchestrator", replica);
            }
        }

        for (var run : runs) {
            var stream = walk().door.follow(run.stream());
            RunInvariants.sound(stream);
            if (walk().replicas > 1) {
                assertThat(stream.getLast().payload().path("code").asText()).isEqualTo("host.lost");
            } else {
                assertThat(FrontDoor.said(stream)).isEqualTo(text);
            }
        }
        walk().awaitReady();
        assertThat(FrontDoor.said(walk().door.ask("hooked", "after the pause"))).isEqualTo("after the pause");
        RunInvariants.shownOnce(walk().webhook);
    }

    /** Whoever is asked to end lets its runs come to theirs first. */
    @Test
    default void anOwnerThatIsAskedToEndLosesNoShortRun() throws Exception {
        walk().awaitReady();
        var run = walk().door.say("hooked", fresh(), fresh(), "sleep 2");
        walk().door.awaitAsleep(run);

        for (int replica = 1; replica <= walk().replicas; replica++) {
            walk().box.askToEnd("run-orchestrator", replica);
        }

        var stream = walk().door.follow(run.stream());
        RunInvariants.sound(stream);
        assertThat(FrontDoor.said(stream)).isEqualTo("sleep 2");
        walk().awaitReady();
        assertThat(FrontDoor.said(walk().door.ask("hooked", "after the stop"))).isEqualTo("after the stop");
        RunInvariants.shownOnce(walk().webhook);
    }
}
