package dev.agenthost.delivery.stream;

import dev.agenthost.protocol.id.StreamPosition;

/**
 * How far one reader has come. What is not after it is not shown: repetitions, and what an older attempt still says after a newer
 * one began. A reader that resumes anywhere therefore sees exactly what an uninterrupted one would have seen from there.
 *
 * @param after position of the last frame that the reader has
 * @param ended whether the terminal result has passed
 */
public record StreamCursor(StreamPosition after, boolean ended) {

    /** A reader that has nothing yet. */
    public static StreamCursor beginning() {
        return new StreamCursor(StreamPosition.NONE, false);
    }

    /** A reader that has everything up to this position. */
    public static StreamCursor resumedAfter(StreamPosition position) {
        return new StreamCursor(position, false);
    }

    /** True for a reader that was here before. */
    public boolean isResumed() {
        return !after.equals(StreamPosition.NONE);
    }

    /** Whether the frame is shown to this reader. */
    public boolean shows(SseFrame frame) {
        return !ended && frame.position().isAfter(after);
    }

    /** Returns a cursor at the end of the stream; later results of the run are not sent. */
    public StreamCursor over() {
        return new StreamCursor(after, true);
    }

    /** The cursor behind the frame, shown or not. A terminal result ends the stream also for a reader that has it already. */
    public StreamCursor past(SseFrame frame) {
        return new StreamCursor(shows(frame) ? frame.position() : after, ended || frame.terminal());
    }
}
