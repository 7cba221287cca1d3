package dev.agenthost.context.eventlog;

import dev.agenthost.protocol.topic.RecordPosition;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * Waits until positions are applied by any replica: this replica notifies at once; work of others is found by a query of the database
 * every 20 ms.
 */
public final class PositionGate implements PositionWaiter {
    private static final Duration POLL = Duration.ofMillis(20);

    /** The shortest timer. */
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final AppliedOffsets known;
    private final OffsetRepository repository;

    public PositionGate(AppliedOffsets known, OffsetRepository repository) {
        this.known = known;
        this.repository = repository;
    }

    @Override
    public Uni<PositionWaitOutcome> await(Collection<RecordPosition> positions, Duration timeout) {
        return Uni.createFrom().deferred(() -> attempt(positions, System.nanoTime() + timeout.toNanos()));
    }

    private Uni<PositionWaitOutcome> attempt(Collection<RecordPosition> positions, long deadlineNanos) {
        List<PartitionRef> open = positions.stream()
                .filter(position -> !known.isApplied(position))
                .map(position -> new PartitionRef(position.topic(), position.partition()))
                .distinct()
                .toList();
        if (open.isEmpty()) {
            return Uni.createFrom().item(PositionWaitOutcome.YES);
        }
        return repository.load(open).invoke(known::learn).chain(() -> {
            if (known.areApplied(positions)) {
                return Uni.createFrom().item(PositionWaitOutcome.YES);
            }
            if (System.nanoTime() - deadlineNanos >= 0) {
                return Uni.createFrom().item(PositionWaitOutcome.NOT_YET);
            }
            return appliedHere(positions, System.nanoTime() + POLL.toNanos())
                    .chain(() -> attempt(positions, deadlineNanos));
        });
    }

    /** Waits until this replica has applied the positions, or the next query is due. */
    private Uni<Void> appliedHere(Collection<RecordPosition> positions, long untilNanos) {
        CompletableFuture<Void> change = known.change();
        Duration remaining = Duration.ofNanos(untilNanos - System.nanoTime());
        if (remaining.compareTo(SHORTEST) < 0 || known.areApplied(positions)) {
            return Uni.createFrom().voidItem();
        }
        return Uni.createFrom()
                .completionStage(change)
                .ifNoItem()
                .after(remaining)
                .recoverWithUni(Uni.createFrom().voidItem())
                .chain(() -> appliedHere(positions, untilNanos));
    }

    /** Returns the highest position of each partition, which implies the others. */
    public static Collection<RecordPosition> highest(Collection<RecordPosition> positions) {
        Map<PartitionRef, RecordPosition> highest = positions.stream()
                .collect(Collectors.toMap(
                        position -> new PartitionRef(position.topic(), position.partition()),
                        position -> position,
                        (one, other) -> one.offset() >= other.offset() ? one : other));
        return highest.values();
    }
}
