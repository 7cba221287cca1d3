package dev.agenthost.delivery.stream.http;

import dev.agenthost.delivery.stream.ResultLog;
import dev.agenthost.delivery.stream.ResultLogEntry;
import dev.agenthost.protocol.id.RunId;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Sends the records of a run before the offset at which its reader joined the tail: slice by slice, no faster than the
 * reader reads. On the response's event loop.
 */
final class StreamReplay {

    /** The outcome of a replay. */
    enum Outcome {
        /** The tail delivers the rest. */
        REACHED_TAIL,
        /** The run's end was sent. */
        ENDED,
        /** The topic no longer holds the run's beginning. */
        EXPIRED,
        /** The topic cannot be read. */
        FAILED
    }

    private final ResultLog log;
    private final int partition;
    private final RunId run;
    private final long to;
    private final StreamProgress progress;
    private final Executor loop;
    private final Consumer<Outcome> outcomes;

    /** Offset of the next read when the reader can receive again; negative if no read waits. */
    private long nextOffset = -1;

    /**
     * Creates the replay.
     *
     * @param to offset at which the tail begins
     * @param loop the event loop, while the stream is open
     */
    StreamReplay(
            ResultLog log,
            int partition,
            RunId run,
            long to,
            StreamProgress progress,
            Executor loop,
            Consumer<Outcome> outcomes) {
        this.log = log;
        this.partition = partition;
        this.run = run;
        this.to = to;
        this.progress = progress;
        this.loop = loop;
        this.outcomes = outcomes;
    }

    void from(long offset) {
        log.read(partition, run, offset, to)
                .subscribe()
                .with(
                        slice -> loop.execute(() -> read(slice)),
                        failure -> loop.execute(() -> outcomes.accept(Outcome.FAILED)));
    }

    /** Resumes when the reader can receive again. */
    void resume() {
        if (nextOffset >= 0) {
            long from = nextOffset;
            nextOffset = -1;
            from(from);
        }
    }

    private void read(ResultLog.Slice slice) {
        switch (slice) {
            case ResultLog.Slice.BeyondRetention() -> outcomes.accept(Outcome.EXPIRED);
            case ResultLog.Slice.Records(List<ResultLogEntry> entries, long next) -> {
                progress.send(entries);
                if (progress.cursor().ended()) {
                    outcomes.accept(Outcome.ENDED);
                } else if (next >= to) {
                    outcomes.accept(Outcome.REACHED_TAIL);
                } else if (progress.isFull()) {
                    nextOffset = next;
                } else {
                    from(next);
                }
            }
        }
    }
}
