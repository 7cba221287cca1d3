package dev.agenthost.context.eventlog;

import dev.agenthost.protocol.id.EventId;
import org.jspecify.annotations.Nullable;

/**
 * A place in a transcript, at an entry or in the gap behind one; what is before and after it is clear in both cases.
 *
 * @param halfSteps twice the entry's number; one more behind it
 * @param input the event whose view of the transcript this is a place of: without that event, later ones and what answers these; null
 *     where nothing is left out
 */
public record TranscriptPosition(long halfSteps, @Nullable EventId input) implements Comparable<TranscriptPosition> {
    public TranscriptPosition {
        if (halfSteps < 0) {
            throw new IllegalArgumentException("before the first place");
        }
    }

    public TranscriptPosition(long halfSteps) {
        this(halfSteps, null);
    }

    /** The entry itself, which is neither before nor after it. */
    public static TranscriptPosition at(long seq) {
        return new TranscriptPosition(2 * seq);
    }

    /** Behind that entry and before the next, which need not be there yet. */
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

    /** The first number that is not before this place. */
    public long end() {
        return (halfSteps + 1) / 2;
    }

    /** The last number that is not after this place. */
    public long start() {
        return halfSteps / 2;
    }

    @Override
    public int compareTo(TranscriptPosition other) {
        return Long.compare(halfSteps, other.halfSteps);
    }
}
