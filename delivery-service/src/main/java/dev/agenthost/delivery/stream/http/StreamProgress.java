package dev.agenthost.delivery.stream.http;

import dev.agenthost.delivery.stream.FrameWriter;
import dev.agenthost.delivery.stream.ResultLogEntry;
import dev.agenthost.delivery.stream.SseFrame;
import dev.agenthost.delivery.stream.StreamCursor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The frames that one reader has received, and the entries of the tail that wait for it. On the response's event loop,
 * except {@link #offer}.
 */
final class StreamProgress {

    private final EventStreamResponse response;
    private final String workspaceId;
    private final boolean seesInside;
    private final StreamBufferBudget held;
    private final Queue<ResultLogEntry> coming = new ConcurrentLinkedQueue<>();
    private final Deque<ResultLogEntry> arrived = new ArrayDeque<>();
    private final @Nullable String sent;
    private StreamCursor cursor;

    StreamProgress(EventStreamResponse response, StreamRequest address, StreamBufferBudget held) {
        this.response = response;
        this.workspaceId = address.run().workspaceId();
        this.seesInside = address.seesInside();
        this.cursor = address.cursor();
        this.sent = address.fingerprint();
        this.held = held;
    }

    /** Queues an entry for its turn; false if too many bytes wait. Thread-safe. */
    boolean offer(ResultLogEntry entry) {
        return held.take(entry.size()) && coming.add(entry);
    }

    /** Takes in the queued entries; returns true if the run's beginning is among them. */
    boolean takeIn() {
        boolean begins = false;
        for (ResultLogEntry entry = coming.poll(); entry != null; entry = coming.poll()) {
            arrived.add(entry);
            begins |= entry.begins();
        }
        return begins;
    }

    /** Takes in the tail's recent entries; they wait whatever their size. */
    void remembered(List<ResultLogEntry> entries) {
        arrived.addAll(entries);
        entries.forEach(entry -> held.take(entry.size()));
    }

    /** Returns true if the run's beginning waits here. */
    boolean holdsTheBeginning() {
        return arrived.stream().anyMatch(ResultLogEntry::begins);
    }

    /** Sends waiting entries, as long as the reader reads. */
    void drain() {
        while (!arrived.isEmpty() && !response.isFull() && !cursor.ended()) {
            ResultLogEntry entry = arrived.poll();
            held.give(entry.size());
            show(entry);
            if (response.isMuch()) {
                response.flush();
            }
        }
        response.flush();
    }

    /** Sends entries that were read in the log. */
    void show(List<ResultLogEntry> entries) {
        entries.forEach(this::show);
        response.flush();
    }

    /** Returns true if the reader must read before more is sent. */
    boolean isFull() {
        return response.isFull();
    }

    StreamCursor cursor() {
        return cursor;
    }

    void forget() {
        arrived.clear();
        coming.clear();
        held.end();
    }

    private void show(ResultLogEntry entry) {
        if (!entry.workspaceId().equals(workspaceId)) {
            return;
        }
        if (!cursor.ended() && entry.answersAnother(sent)) {
            response.add(FrameWriter.conflict());
            cursor = cursor.over();
        }
        for (SseFrame frame : entry.frames()) {
            if (cursor.shows(frame)) {
                response.add(frame.bytes(seesInside));
            }
            cursor = cursor.past(frame);
        }
    }
}
