package dev.agenthost.delivery.takeover;

import dev.agenthost.delivery.surface.ConversationGate;
import java.time.Duration;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The conversations that are taken over, in memory. It is read again several times in a second, and counts for {@link #VALIDITY} only: a
 * start of a takeover that waits for that time knows that no replica calls by an older reading.
 */
public final class TakeoverDirectory implements ConversationGate {
    /** Time from the begin of a reading for which it permits calls. */
    public static final Duration VALIDITY = Duration.ofMillis(500);

    private record Reading(Set<String> keys, long begunAt) {}

    private final LongSupplier nanoTime;
    private volatile Reading last;

    /** @param nanoTime a monotonic clock of this process */
    public TakeoverDirectory(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.last = new Reading(Set.of(), nanoTime.getAsLong() - VALIDITY.toNanos());
    }

    /**
     * Takes a reading.
     *
     * @param begunAt of the reading, on the monotonic clock
     */
    public void take(Set<String> keys, long begunAt) {
        last = new Reading(Set.copyOf(keys), begunAt);
    }

    @Override
    public boolean isTakenOver(String conversationKey) {
        return last.keys().contains(conversationKey);
    }

    @Override
    public boolean mayCall(String conversationKey) {
        Reading reading = last;
        return nanoTime.getAsLong() - reading.begunAt() < VALIDITY.toNanos()
                && !reading.keys().contains(conversationKey);
    }
}
