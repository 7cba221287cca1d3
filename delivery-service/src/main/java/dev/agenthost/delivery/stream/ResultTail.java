package dev.agenthost.delivery.stream;

import dev.agenthost.protocol.id.RunId;
import java.util.List;

/** Reads new records of {@code agent.run-results}, once for all readers of this process. */
public interface ResultTail {

    /** Adds a reader of the run's records in this partition. */
    void join(int partition, RunId run, Reader reader);

    /** Removes the reader. */
    void leave(int partition, RunId run, Reader reader);

    /** Called by the tail's one thread, in the order of the log; must return at once. */
    interface Reader {

        /**
         * The first call.
         *
         * @param from every record of the run at or after this offset is in {@code recent} or arrives later
         */
        void joined(long from, List<ResultLogEntry> recent);

        /** A record of the run. */
        void arrived(ResultLogEntry entry);

        /** The tail lost its position: records may be missing from here on. */
        void lost();
    }
}
