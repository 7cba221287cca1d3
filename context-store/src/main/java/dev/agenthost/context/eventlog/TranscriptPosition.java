package dev.agenthost.context.eventlog;

import dev.agenthost.protocol.id.EventId;
import org.jspecify.annotations.Nullable;

/**
 * A position in a transcript, at an entry or in the gap behind one; both have a well-defined before and after.
 *
 * @param halfSteps twice the entry's number; one more behind it
 * @param input the event in whose view this is a position: without that event, later ones and the answers to these; null for the whole
 * transcript
 */
public record TranscriptPosition(long halfSteps, @Nullable EventId input) implements Comparable<TranscriptPosition> {
    public TranscriptPosition {
        if (halfSteps < 0) {
            throw new IllegalArgumentException("before the first position");
        }
    }

    public TranscriptPosition(long halfSteps) {
        this(halfSteps, null);
    }

    /** Returns the position of the entry itself, which is neither before nor after it. */
    public static TranscriptPosition at(long seq) {
        return new TranscriptPosition(2 * seq);
    }

    /** Returns the position behind that entry and before the next, which need not exist yet. */
    public static TranscriptPosition behind(long seq) {
        return new TranscriptPosition(2 * seq + 1);
    }

    /** Returns the position right before an event, whether the event is stored or not. */
    public static TranscriptPosition before(EventId input) {
        return new TranscriptPosition(Long.MAX_VALUE - 1, input);
    }

    /** Returns the same position in the view of an event; in the whole transcript if the event is null. */
    public TranscriptPosition of(@Nullable EventId event) {
        return new TranscriptPosition(halfSteps, event);
    }

    /** Returns the first number that is not before this position. */
    public long end() {
        return (halfSteps + 1) / 2;
    }

    /** Returns the last number that is not after this position. */
    public long start() {
        return halfSteps / 2;
    }

    @Override
    public int compareTo(TranscriptPosition other) {
        return Long.compare(halfSteps, other.halfSteps);
    }
}
