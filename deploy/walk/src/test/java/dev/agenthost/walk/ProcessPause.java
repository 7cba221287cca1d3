package dev.agenthost.walk;

import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.walk.box.FrontDoor;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Scenarios in which the owner of runs is paused for a while, or receives SIGTERM: nothing is lost or published twice. */
interface ProcessPause extends BoxScenario {

    /** Another replica ends the runs of a paused one; without another, the paused one resumes them. */
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
                // Three times the term of the lease, so that it has expired and another replica has noticed.
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

    /** A replica that receives SIGTERM first lets its runs end. */
    @Test
    default void anOwnerThatIsAskedToEndLosesNoShortRun() throws Exception {
        walk().awaitReady();
        var run = walk().door.say("hooked", fresh(), fresh(), "sleep 2");
        walk().door.awaitAsleep(run);

        for (int replica = 1; replica <= walk().replicas; replica++) {
            walk().box.requestTermination("run-orchestrator", replica);
        }

        var stream = walk().door.follow(run.stream());
        RunInvariants.sound(stream);
        assertThat(FrontDoor.said(stream)).isEqualTo("sleep 2");
        walk().awaitReady();
        assertThat(FrontDoor.said(walk().door.ask("hooked", "after the stop"))).isEqualTo("after the stop");
        RunInvariants.shownOnce(walk().webhook);
    }
}
