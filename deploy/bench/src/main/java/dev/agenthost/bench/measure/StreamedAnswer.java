package dev.agenthost.bench.measure;

import dev.agenthost.bench.testbed.StreamFrame;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;

/** The frames read from one live stream so far: deltas whose content is the time at which the runner emitted them, then the end. */
final class StreamedAnswer {
    private static final Pattern STAMP = Pattern.compile("\"content\":\"(\\d+)\"");
    private static final String DELTA = "message.delta";
    private static final String WELL = "run.completed";

    private final int wanted;
    private int deltas;
    private long last;
    private boolean ordered = true;
    private String end = "";
    private long endedAt;

    /** @param wanted number of expected deltas */
    StreamedAnswer(int wanted) {
        this.wanted = wanted;
    }

    /** The time at which the runner emitted the delta; 0 if the frame is no delta. */
    static long stamp(StreamFrame frame) {
        var stamp = STAMP.matcher(frame.data());
        return frame.type().equals(DELTA) && stamp.find() ? Long.parseLong(stamp.group(1)) : 0;
    }

    synchronized void take(StreamFrame frame) {
        long stamp = stamp(frame);
        if (stamp != 0) {
            deltas++;
            ordered &= stamp > last && end.isEmpty();
            last = stamp;
        } else if (frame.isTerminal()) {
            end = frame.type();
            endedAt = frame.at();
        }
    }

    /**
     * The time at which the end was read.
     *
     * @throws CompletionException if the answer was not whole, in order and completed
     */
    synchronized long end() {
        if (!ordered || deltas != wanted || !end.equals(WELL)) {
            throw new CompletionException(new IOException(deltas + " of " + wanted + " deltas"
                    + (ordered ? "" : ", out of order") + ", ended by " + (end.isEmpty() ? "nothing" : end)));
        }
        return endedAt;
    }
}
