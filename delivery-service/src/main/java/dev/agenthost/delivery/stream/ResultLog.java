package dev.agenthost.delivery.stream;

import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Reads earlier records of {@code agent.run-results}. */
public interface ResultLog {

    /**
     * Reads on for a bounded time.
     *
     * @param from first offset to read
     * @param to offset to stop before
     */
    Uni<Slice> read(int partition, RunId run, long from, long to);

    /** The outcome of one read. */
    sealed interface Slice {

        /**
         * The run's records of the slice.
         *
         * @param next offset of the next read; at {@code to} or beyond when done
         */
        record Records(List<ResultLogEntry> entries, long next) implements Slice {}

        /** The topic does not hold these records any more. */
        record BeyondRetention() implements Slice {}
    }
}
