package dev.agenthost.orchestrator.tool.mcp;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The lines to write to a program, limited in number and bytes: a program that does not read receives no more requests. */
final class StdinQueue {
    static final int MOST_LINES = 256;
    static final int MOST_BYTES = 4 * 1024 * 1024;

    private final Deque<Line> lines = new ArrayDeque<>();
    private int bytes;
    private boolean closed;

    /** One line, compared by identity. */
    static final class Line {
        private final byte[] text;
        private boolean dequeued;

        Line(byte[] text) {
            this.text = text;
        }

        byte[] text() {
            return text;
        }
    }

    /** @return false if the queue is full or closed */
    synchronized boolean offer(Line line) {
        if (closed || lines.size() == MOST_LINES || bytes + line.text.length > MOST_BYTES) {
            return false;
        }
        lines.add(line);
        bytes += line.text.length;
        notifyAll();
        return true;
    }

    /** Waits for the next line; returns null once the queue is closed. The program may have received a returned line. */
    synchronized @Nullable Line take() throws InterruptedException {
        while (lines.isEmpty() && !closed) {
            wait();
        }
        Line line = closed ? null : lines.poll();
        if (line != null) {
            line.dequeued = true;
            bytes -= line.text.length;
        }
        return line;
    }

    /** @return true if the line was still queued, and so was never written */
    synchronized boolean withdraw(Line line) {
        boolean removed = lines.remove(line);
        if (removed) {
            bytes -= line.text.length;
        }
        return removed;
    }

    synchronized boolean wasDequeued(Line line) {
        return line.dequeued;
    }

    /** Closes the queue; the waiting lines are never written. */
    synchronized void close() {
        closed = true;
        lines.clear();
        bytes = 0;
        notifyAll();
    }
}
