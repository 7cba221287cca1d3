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
    private final boolean seesInternals;
    private final StreamBufferBudget buffer;
    private final Queue<ResultLogEntry> queued = new ConcurrentLinkedQueue<>();
    private final Deque<ResultLogEntry> waiting = new ArrayDeque<>();
    private final @Nullable String sent;
    private StreamCursor cursor;

    StreamProgress(EventStreamResponse response, StreamRequest address, StreamBufferBudget buffer) {
        this.response = response;
        this.workspaceId = address.run().workspaceId();
        this.seesInternals = address.seesInternals();
        this.cursor = address.cursor();
        this.sent = address.fingerprint();
        this.buffer = buffer;
    }

    /** Queues an entry for its turn; false if too many bytes wait. Thread-safe. */
    boolean offer(ResultLogEntry entry) {
        return buffer.reserve(entry.size()) && queued.add(entry);
    }

    /** Takes in the queued entries; returns true if the run's beginning is among them. */
    boolean drainQueue() {
        boolean begins = false;
        for (ResultLogEntry entry = queued.poll(); entry != null; entry = queued.poll()) {
            waiting.add(entry);
            begins |= entry.begins();
        }
        return begins;
    }

    /** Takes in the tail's recent entries; they wait whatever their size. */
    void addRecent(List<ResultLogEntry> entries) {
        waiting.addAll(entries);
        entries.forEach(entry -> buffer.reserve(entry.size()));
    }

    /** Returns true if the run's beginning waits here. */
    boolean hasRunStart() {
        return waiting.stream().anyMatch(ResultLogEntry::begins);
    }

    /** Sends waiting entries, as long as the reader reads. */
    void drain() {
        while (!waiting.isEmpty() && !response.isFull() && !cursor.ended()) {
            ResultLogEntry entry = waiting.poll();
            buffer.release(entry.size());
            send(entry);
            if (response.hasFullBatch()) {
                response.flush();
            }
        }
        response.flush();
    }

    /** Sends entries that were read in the log. */
    void send(List<ResultLogEntry> entries) {
        entries.forEach(this::send);
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
        waiting.clear();
        queued.clear();
        buffer.end();
    }

    private void send(ResultLogEntry entry) {
        if (!entry.workspaceId().equals(workspaceId)) {
            return;
        }
        if (!cursor.ended() && entry.answersOtherEvent(sent)) {
            response.add(FrameWriter.conflict());
            cursor = cursor.atEnd();
        }
        for (SseFrame frame : entry.frames()) {
            if (cursor.admits(frame)) {
                response.add(frame.bytes(seesInternals));
            }
            cursor = cursor.past(frame);
        }
    }
}
