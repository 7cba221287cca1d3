package dev.agenthost.context.eventlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.topic.RecordPosition;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PositionGateTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final PartitionRef HERE = new PartitionRef("agent.events", 3);
    private static final RecordPosition SEVENTH = new RecordPosition("agent.events", 3, 7);

    private final AppliedOffsets known = new AppliedOffsets();
    private final Map<PartitionRef, Long> database = new HashMap<>();
    private int looks;
    private final PositionGate gate = new PositionGate(known, this::load);

    @Test
    void ownPositionsAreKnownAtOnce() {
        known.learn(HERE, 8);
        assertThat(wait(PATIENCE).awaitItem().getItem()).isEqualTo(PositionWaitOutcome.YES);
        assertThat(looks).isZero();
    }

    @Test
    void positionsOfAnotherReplicaAreFoundInTheDatabase() {
        database.put(HERE, 8L);
        assertThat(wait(PATIENCE).awaitItem().getItem()).isEqualTo(PositionWaitOutcome.YES);
    }

    @Test
    void waitersAreNotifiedWhenThePositionIsApplied() {
        var waiting = wait(PATIENCE);
        known.learn(HERE, 7);
        waiting.assertNotTerminated();
        known.learn(HERE, 8);
        assertThat(waiting.awaitItem().getItem()).isEqualTo(PositionWaitOutcome.YES);
    }

    @Test
    void theWaitTimesOut() {
        assertThat(wait(Duration.ZERO).awaitItem().getItem()).isEqualTo(PositionWaitOutcome.NOT_YET);
    }

    private UniAssertSubscriber<PositionWaitOutcome> wait(Duration patience) {
        return gate.await(List.of(SEVENTH), patience).subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    private Uni<Map<PartitionRef, Long>> load(Collection<PartitionRef> partitions) {
        looks++;
        return Uni.createFrom().item(Map.copyOf(database));
    }
}
