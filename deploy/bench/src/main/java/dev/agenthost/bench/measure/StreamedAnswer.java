package dev.agenthost.bench.measure;

import dev.agenthost.bench.testbed.StreamFrame;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;

/** What one live stream has said so far: deltas whose content is when the runner handed them over, then the end. */
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

    /** @param wanted how many deltas are to come */
    StreamedAnswer(int wanted) {
        this.wanted = wanted;
    }

    /** When the runner handed the delta over; 0 where the frame is none. */
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

    /** When its end was read. @throws CompletionException where it was not whole, in order, and well ended */
    synchronized long end() {
        if (!ordered || deltas != wanted || !end.equals(WELL)) {
            throw new CompletionException(new IOException(deltas + " of " + wanted + " deltas"
                    + (ordered ? "" : ", out of order") + ", ended by " + (end.isEmpty() ? "nothing" : end)));
        }
        return endedAt;
    }
}
