package dev.agenthost.orchestrator.tool.mcp;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Lines that wait to be written, bounded by their number and by their bytes: a program that does not read gets no more requests. */
final class StdinQueue {
    static final int MOST_LINES = 256;
    static final int MOST_BYTES = 4 * 1024 * 1024;

    private final Deque<Line> lines = new ArrayDeque<>();
    private int bytes;
    private boolean closed;

    /** One line that is written at once. Its identity counts. */
    static final class Line {
        private final byte[] text;
        private boolean taken;

        Line(byte[] text) {
            this.text = text;
        }

        byte[] text() {
            return text;
        }
    }

    /** @return false where there is no room for it, or nothing is written any more */
    synchronized boolean offer(Line line) {
        if (closed || lines.size() == MOST_LINES || bytes + line.text.length > MOST_BYTES) {
            return false;
        }
        lines.add(line);
        bytes += line.text.length;
        notifyAll();
        return true;
    }

    /** Waits for the next line; null when nothing is written any more. From here on the line may have arrived. */
    synchronized @Nullable Line take() throws InterruptedException {
        while (lines.isEmpty() && !closed) {
            wait();
        }
        Line line = closed ? null : lines.poll();
        if (line != null) {
            line.taken = true;
            bytes -= line.text.length;
        }
        return line;
    }

    /** @return true if the line was still queued, and so was never written */
    synchronized boolean withdraw(Line line) {
        boolean isThere = lines.remove(line);
        if (isThere) {
            bytes -= line.text.length;
        }
        return isThere;
    }

    synchronized boolean wasTaken(Line line) {
        return line.taken;
    }

    /** Closes the queue; the waiting lines are never written. */
    synchronized void close() {
        closed = true;
        lines.clear();
        bytes = 0;
        notifyAll();
    }
}
