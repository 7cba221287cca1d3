package dev.agenthost.orchestrator.lifecycle;

import static dev.agenthost.orchestrator.lifecycle.attempt.ScriptedStream.delta;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.flowcontrol.SlotPool;
import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.orchestrator.flowcontrol.SlotReservations;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A replica that is asked to stop. */
class DrainTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Fakes replica = new Fakes();
    private final SlotReservations places =
            new SlotReservations(() -> Map.of(new SlotPool(Set.of("r"), Set.of("*")), 5));
    private final Drain drain = new Drain(places, replica.hand, replica.finisher, replica.lease);

    @Test
    void claimsNothingMoreAndIsNotReady() {
        assertThat(drain.hasBegun()).isFalse();
        begin(LONG).awaitItem(PATIENCE);
        assertThat(drain.hasBegun()).isTrue();
        assertThat(places.takeAll(5)).isEqualTo(SlotReservation.NONE);
    }

    @Test
    void waitsForItsRunsAndThenGivesUpTheLease() {
        start(RunRequests.of("x"));
        var stopped = begin(LONG);
        replica.stream.say(delta("a"));
        assertThat(replica.lease.mayAct()).isTrue();
        stopped.assertNotTerminated();

        replica.stream.complete();
        stopped.awaitItem(PATIENCE);
        assertThat(replica.publishedTypes())
                .containsExactly("run.started", "message.delta", "message.completed", "run.completed");
        assertThat(replica.surrendered).isTrue();
        assertThat(replica.lease.mayAct()).isFalse();
    }

    @Test
    void whatDoesNotEndInTimeEndsAsLostWithAllThatWasSaid() {
        start(RunRequests.of("x"));
        replica.stream.say(delta("a"));
        begin(Duration.ZERO).awaitItem(PATIENCE);

        assertThat(replica.publishedTypes())
                .containsExactly("run.started", "message.delta", "message.completed", "run.failed");
        assertThat(replica.stored).singleElement().satisfies(end -> {
            assertThat(end.outcome().code()).isEqualTo("host.lost");
            assertThat(end.after().attempt()).isEqualTo(1);
        });
        assertThat(replica.surrendered).isTrue();
    }

    @Test
    void whatMayBeTriedAgainGoesBackAtOnce() {
        ClaimedRun run = start(RunRequests.retried(RetryPolicy.UNTOUCHED, "x"));
        begin(Duration.ZERO).awaitItem(PATIENCE);

        assertThat(replica.requeued).singleElement().satisfies(back -> assertThat(back.pause())
                .isZero());
        assertThat(replica.hand.holds(run.key(), 1)).isFalse();
        assertThat(replica.closed).isTrue();
    }

    @Test
    void doesNotWaitForEverForABrokerThatIsAway() {
        replica.acking = false;
        start(RunRequests.of("x"));
        replica.stream.say(delta("a"));
        begin(Duration.ZERO).awaitItem(PATIENCE);
        assertThat(replica.surrendered).isTrue();
    }

    private UniAssertSubscriber<Void> begin(Duration limit) {
        return drain.begin(limit).subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    private ClaimedRun start(Resolution resolution) {
        ClaimedRun run =
                new ClaimedRun(resolution, 1, Instant.EPOCH, Instant.EPOCH.plusSeconds(60), null, "0".repeat(32));
        replica.hand.start(run, replica.lease.incarnation());
        return run;
    }
}
