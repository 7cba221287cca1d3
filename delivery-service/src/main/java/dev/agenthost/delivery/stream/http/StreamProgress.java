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
 * What one reader has been shown, and what came by the tail and is still to be shown. On the response's event loop, but for
 * {@link #offer}.
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

    /** Takes an entry, to be shown in its turn; false when too much waits. On any thread. */
    boolean offer(ResultLogEntry entry) {
        return held.take(entry.size()) && coming.add(entry);
    }

    /** Whether the run's beginning was among what came since. */
    boolean takeIn() {
        boolean begins = false;
        for (ResultLogEntry entry = coming.poll(); entry != null; entry = coming.poll()) {
            arrived.add(entry);
            begins |= entry.begins();
        }
        return begins;
    }

    /** What the tail remembered: it waits however much it is. */
    void remembered(List<ResultLogEntry> entries) {
        arrived.addAll(entries);
        entries.forEach(entry -> held.take(entry.size()));
    }

    /** Whether the run's beginning waits here. */
    boolean holdsTheBeginning() {
        return arrived.stream().anyMatch(ResultLogEntry::begins);
    }

    /** Shows what waits, as long as the reader takes it. */
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

    /** Shows what was read in the log. */
    void show(List<ResultLogEntry> entries) {
        entries.forEach(this::show);
        response.flush();
    }

    /** Whether the reader has to take something before it is shown more. */
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
