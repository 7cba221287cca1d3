package dev.agenthost.context.offset;

import dev.agenthost.protocol.topic.RecordPosition;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Waits until positions are applied, whichever replica applies them: this replica's memory first, then the database every
 * {@value #POLL_MILLIS} ms.
 */
public final class PositionGate {
    private static final long POLL_MILLIS = 20;

    private final AppliedOffsets known;
    private final OffsetLedger ledger;

    public PositionGate(AppliedOffsets known, OffsetLedger ledger) {
        this.known = known;
        this.ledger = ledger;
    }

    /** Answers as soon as all are applied, and {@link Applied#NOT_YET} after the patience (of this JVM's clock). */
    public Uni<Applied> await(Collection<RecordPosition> positions, Duration patience) {
        return Uni.createFrom().deferred(() -> attempt(positions, System.nanoTime() + patience.toNanos()));
    }

    private Uni<Applied> attempt(Collection<RecordPosition> positions, long deadlineNanos) {
        List<PartitionRef> open = positions.stream()
                .filter(position -> !known.isApplied(position))
                .map(position -> new PartitionRef(position.topic(), position.partition()))
                .distinct()
                .toList();
        if (open.isEmpty()) {
            return Uni.createFrom().item(Applied.YES);
        }
        return ledger.load(open).invoke(known::learn).chain(() -> {
            if (positions.stream().allMatch(known::isApplied)) {
                return Uni.createFrom().item(Applied.YES);
            }
            if (System.nanoTime() - deadlineNanos >= 0) {
                return Uni.createFrom().item(Applied.NOT_YET);
            }
            return Uni.createFrom()
                    .voidItem()
                    .onItem()
                    .delayIt()
                    .by(Duration.ofMillis(POLL_MILLIS))
                    .chain(() -> attempt(positions, deadlineNanos));
        });
    }

    /** The highest of each partition: whoever has that has the others. */
    public static Collection<RecordPosition> highest(Collection<RecordPosition> positions) {
        Map<PartitionRef, RecordPosition> highest = positions.stream()
                .collect(Collectors.toMap(
                        position -> new PartitionRef(position.topic(), position.partition()),
                        position -> position,
                        (one, other) -> one.offset() >= other.offset() ? one : other));
        return highest.values();
    }
}
