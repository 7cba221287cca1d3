package dev.agenthost.delivery.stream.http;

import dev.agenthost.delivery.stream.ResultLog;
import dev.agenthost.delivery.stream.ResultLogEntry;
import dev.agenthost.protocol.id.RunId;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Shows what of a run lies before the place where its reader joined the tail: slice by slice, no faster than the reader takes it. On the
 * response's event loop.
 */
final class StreamReplay {

    /** How it ended. */
    enum Outcome {
        /** The rest comes by the tail. */
        CAUGHT_UP,
        /** The run's end was shown. */
        ENDED,
        /** The topic does not hold its beginning any more. */
        GONE,
        /** The topic cannot be read. */
        FAILED
    }

    private final ResultLog log;
    private final int partition;
    private final RunId run;
    private final long to;
    private final StreamProgress showing;
    private final Executor loop;
    private final Consumer<Outcome> told;

    /** Where to go on when the reader has room again; negative when nothing waits for that. */
    private long readOn = -1;

    /**
     * @param to offset from which on the tail tells
     * @param loop the event loop, for as long as anybody is interested
     */
    StreamReplay(
            ResultLog log,
            int partition,
            RunId run,
            long to,
            StreamProgress showing,
            Executor loop,
            Consumer<Outcome> told) {
        this.log = log;
        this.partition = partition;
        this.run = run;
        this.to = to;
        this.showing = showing;
        this.loop = loop;
        this.told = told;
    }

    void from(long offset) {
        log.read(partition, run, offset, to)
                .subscribe()
                .with(
                        slice -> loop.execute(() -> read(slice)),
                        failure -> loop.execute(() -> told.accept(Outcome.FAILED)));
    }

    /** The reader has room again. */
    void goOn() {
        if (readOn >= 0) {
            long from = readOn;
            readOn = -1;
            from(from);
        }
    }

    private void read(ResultLog.Slice slice) {
        switch (slice) {
            case ResultLog.Slice.BeyondRetention() -> told.accept(Outcome.GONE);
            case ResultLog.Slice.Records(List<ResultLogEntry> entries, long next) -> {
                showing.show(entries);
                if (showing.cursor().ended()) {
                    told.accept(Outcome.ENDED);
                } else if (next >= to) {
                    told.accept(Outcome.CAUGHT_UP);
                } else if (showing.isFull()) {
                    readOn = next;
                } else {
                    from(next);
                }
            }
        }
    }
}
