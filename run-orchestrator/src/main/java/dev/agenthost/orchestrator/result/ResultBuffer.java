package dev.agenthost.orchestrator.result;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.topic.Topics;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The unpublished results of one attempt. The buffer assigns dense sequences from 1 and gathers results into records: one when idle, many
 * when busy. Not thread-safe.
 */
public final class ResultBuffer {
    /** Results in one record. */
    static final int RECORD_RESULTS = 512;
    /** Bytes at which a record is full, far below what the topic allows; one larger result travels alone. */
    static final int RECORD_BYTES = 1024 * 1024;
    /** Bytes of one result, so that a record with it fits the topic. */
    static final int RESULT_BYTES = Topics.MAX_RECORD_BYTES - 256 * 1024;
    /** The number of results that may wait before the runner must pause; {@code ROOM_BYTES} limits their bytes. */
    static final int ROOM_RESULTS = 1024;

    static final int ROOM_BYTES = 2 * 1024 * 1024;
    /** The most bytes before the last two results that may be published with them: the terminal record passes through the database. */
    static final int LAST_BYTES = 64 * 1024;
    /** The most bytes of a result that is published with the terminal one; both together fit into a record. */
    static final int CLOSING_BYTES = 2 * 1024 * 1024;

    private final RecordWriter writer;
    private final Deque<EncodedResult> pending = new ArrayDeque<>();
    private int pendingBytes;
    private long numbered;

    public ResultBuffer(StreamAddress address) {
        this.writer = new RecordWriter(address);
    }

    /**
     * Assigns the sequence of a result and holds the result.
     *
     * @param timestamp epoch seconds
     * @return false when it is too large for any record: it is not held and has no sequence
     */
    public boolean add(ResultPayload payload, long timestamp, @Nullable JsonNode usage) {
        EncodedResult result = EncodedResult.of(numbered + 1, payload, timestamp, usage);
        if (result.size() > RESULT_BYTES) {
            return false;
        }
        numbered++;
        pending.add(result);
        pendingBytes += result.size();
        return true;
    }

    /** Drops the pending results except the run's start. A dropped result has no sequence, so no gap arises. */
    public void forget() {
        EncodedResult first = pending.peek();
        boolean keeps = first != null && first.isStart();
        numbered -= pending.size() - (keeps ? 1 : 0);
        pending.clear();
        pendingBytes = 0;
        if (keeps) {
            pending.add(first);
            pendingBytes = first.size();
        }
    }

    /** Bytes that are pending. */
    public int bytes() {
        return pendingBytes;
    }

    public boolean isEmpty() {
        return pending.isEmpty();
    }

    /** Returns true if the runner may send more results. */
    public boolean hasRoom() {
        return pending.size() < ROOM_RESULTS && pendingBytes < ROOM_BYTES;
    }

    /** Returns true if the pending results are few enough to be published with the terminal result. */
    public boolean fitsTerminal() {
        return pendingBytes - closingBytes() <= LAST_BYTES;
    }

    /** Size of the result that waits for the terminal one: the last one, unless it is too large. */
    private int closingBytes() {
        EncodedResult last = pending.peekLast();
        return last == null || last.size() > CLOSING_BYTES ? 0 : last.size();
    }

    /** Returns true if a pending result is other than the start of the run. */
    public boolean saysMoreThanStarted() {
        return pending.stream().anyMatch(result -> !result.isStart());
    }

    /** Returns the pending results as one record, or as many as one record holds. At least one must be pending. */
    public ResultRecord next(Instant now) {
        return next(0, now);
    }

    /** Returns a record as {@link #next} does, without the last pending result: it is published with the terminal one, unless it is too large. */
    public ResultRecord nextBeforeTerminal(Instant now) {
        return next(pending.size() > 1 && closingBytes() > 0 ? 1 : 0, now);
    }

    private ResultRecord next(int waiting, Instant now) {
        List<EncodedResult> gathered = new ArrayList<>();
        int bytes = 0;
        while (pending.size() > waiting
                && gathered.size() < RECORD_RESULTS
                && (gathered.isEmpty() || bytes + pending.peek().size() <= RECORD_BYTES)) {
            EncodedResult result = pending.poll();
            bytes += result.size();
            gathered.add(result);
        }
        pendingBytes -= bytes;
        return writer.write(gathered, false, now);
    }

    /** All that is pending, the last of it the terminal result. */
    public ResultRecord last(Instant now) {
        List<EncodedResult> all = new ArrayList<>(pending);
        pending.clear();
        pendingBytes = 0;
        return writer.write(all, true, now);
    }
}
