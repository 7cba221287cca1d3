package dev.agenthost.delivery.stream.http;

import dev.agenthost.delivery.stream.LiveFrame;
import dev.agenthost.delivery.stream.LogEntry;
import dev.agenthost.delivery.stream.StreamCursor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What one reader has been shown, and what came by the tail and is still to be shown. On the response's event loop, but for
 * {@link #hasRoomFor}.
 */
final class Showing {

    private final EventStreamResponse response;
    private final String workspaceId;
    private final long mostHeld;
    private final Deque<LogEntry> arrived = new ArrayDeque<>();
    private final AtomicLong held = new AtomicLong();
    private StreamCursor cursor;

    /** @param mostHeld bytes that may wait */
    Showing(EventStreamResponse response, String workspaceId, StreamCursor cursor, long mostHeld) {
        this.response = response;
        this.workspaceId = workspaceId;
        this.cursor = cursor;
        this.mostHeld = mostHeld;
    }

    /** Counts an entry that is about to be added; false when that is too much. On any thread. */
    boolean hasRoomFor(LogEntry entry) {
        return held.addAndGet(entry.size()) <= mostHeld;
    }

    /** An entry that was counted. */
    void add(LogEntry entry) {
        arrived.add(entry);
    }

    /** What the tail remembered: it waits however much it is. */
    void remembered(List<LogEntry> entries) {
        arrived.addAll(entries);
        held.addAndGet(entries.stream().mapToLong(LogEntry::size).sum());
    }

    /** Whether the run's beginning waits here. */
    boolean holdsTheBeginning() {
        return arrived.stream().anyMatch(LogEntry::begins);
    }

    /** Shows what waits, as long as the reader takes it. */
    void drain() {
        while (!arrived.isEmpty() && !response.isFull() && !cursor.ended()) {
            LogEntry entry = arrived.poll();
            held.addAndGet(-entry.size());
            show(entry);
        }
        response.flush();
    }

    /** Shows what was read in the log. */
    void show(List<LogEntry> entries) {
        entries.forEach(this::show);
        response.flush();
    }

    StreamCursor cursor() {
        return cursor;
    }

    void forget() {
        arrived.clear();
    }

    private void show(LogEntry entry) {
        if (!entry.workspaceId().equals(workspaceId)) {
            return;
        }
        for (LiveFrame frame : entry.frames()) {
            if (cursor.shows(frame)) {
                response.add(frame);
            }
            cursor = cursor.past(frame);
        }
    }
}
