package dev.agenthost.delivery.stream;

import dev.agenthost.protocol.id.StreamPosition;

/**
 * The position of one reader. Frames at or before it are not sent: repetitions, and results of an older attempt after a
 * newer one began. A resumed reader therefore receives exactly the rest of the uninterrupted stream.
 *
 * @param after position of the reader's last frame
 * @param ended true if the terminal result has passed
 */
public record StreamCursor(StreamPosition after, boolean ended) {

    /** Returns the cursor of a reader that has no frame yet. */
    public static StreamCursor beginning() {
        return new StreamCursor(StreamPosition.NONE, false);
    }

    /** Returns the cursor of a reader that has every frame up to this position. */
    public static StreamCursor resumedAfter(StreamPosition position) {
        return new StreamCursor(position, false);
    }

    /** Returns true for a reader that resumes. */
    public boolean isResumed() {
        return !after.equals(StreamPosition.NONE);
    }

    /** Returns true if the frame is sent to this reader. */
    public boolean admits(SseFrame frame) {
        return !ended && frame.position().isAfter(after);
    }

    /** Returns a cursor at the end of the stream; later results of the run are not sent. */
    public StreamCursor atEnd() {
        return new StreamCursor(after, true);
    }

    /**
     * Returns the cursor behind the frame, sent or not. A terminal result ends the stream also for a reader that has it
     * already.
     */
    public StreamCursor past(SseFrame frame) {
        return new StreamCursor(admits(frame) ? frame.position() : after, ended || frame.terminal());
    }
}
