package dev.agenthost.walk;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.local.settings.Service;
import dev.agenthost.walk.box.DatabaseCopy;
import dev.agenthost.walk.box.EventLoad;
import dev.agenthost.walk.box.FrontDoor;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The database is restored to an earlier moment, by the steps of docs/deploy.md; the topics are as they were. */
interface DatabaseRestore extends BoxScenario {

    Duration LIMIT = Duration.ofSeconds(60);

    /** Some runs have ended when the copy is made, some are active, and most come after it. */
    @Test
    default void everyEventHasOneOutcomeAfterTheDatabaseIsRestored() throws Exception {
        walk().awaitReady();
        var load = new EventLoad(walk().door, "hooked");
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            walk().door.awaitAsleep(load.send("sleep 5"));
            var sending = threads.submit(load);
            try {
                awaitAnswers(load, 10);
                var copy = DatabaseCopy.of(walk().box.database());
                awaitAnswers(load, load.sent().size() + 20);

                services().forEach(service -> walk().box.terminate(service, 1));
                await("end of the services").atMost(LIMIT).until(this::areDown);
                copy.restore();
            } finally {
                services().forEach(service -> walk().box.release(service, 1));
                load.stop();
            }
            walk().awaitReady();
            assertThat(sending).succeedsWithin(LIMIT);

            var checks = new HashMap<EventLoad.Sent, Future<?>>();
            load.sent().forEach(event -> checks.put(event, threads.submit(() -> hasOneOutcome(event))));
            checks.forEach((event, check) -> assertThat(check).as("%s", event).succeedsWithin(LIMIT));
        } finally {
            threads.shutdownNow();
        }
        RunInvariants.shownOnce(walk().webhook);
        assertThat(FrontDoor.said(walk().door.ask("hooked", "after the restore")))
                .isEqualTo("after the restore");
    }

    /** Each place that shows outcomes has this one, once: the stream, the runs, the surface and the transcript. */
    private void hasOneOutcome(EventLoad.Sent event) {
        var run = event.accepted().runId();
        walk().awaitEnded(run);
        var stream = walk().door.follow(event.accepted().stream());
        RunInvariants.sound(stream);
        var answers = Stream.of(FrontDoor.said(stream))
                .filter(text -> !text.isEmpty())
                .toList();
        await("transcript of " + run)
                .atMost(LIMIT)
                .pollInterval(200, MILLISECONDS)
                .untilAsserted(() -> assertThat(walk().door.spoken("hooked", event.conversation()))
                        .as("the stream is %s", stream)
                        .isEqualTo(answers));
        await("delivery of " + run)
                .atMost(LIMIT)
                .until(() -> !walk().webhook.shownOf(run).isEmpty());
    }

    private void awaitAnswers(EventLoad load, int events) {
        await(events + " answers")
                .atMost(LIMIT)
                .until(() -> load.sent().stream()
                                .filter(event -> !walk().webhook
                                        .shownOf(event.accepted().runId())
                                        .isEmpty())
                                .count()
                        >= events);
    }

    private boolean areDown() {
        return walk().box.processes().stream()
                .filter(process -> services().contains(process.name()))
                .allMatch(process -> process.pid() == 0);
    }

    private static List<String> services() {
        return Arrays.stream(Service.values()).map(Service::module).toList();
    }
}
