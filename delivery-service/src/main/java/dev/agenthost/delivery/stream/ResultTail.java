package dev.agenthost.delivery.stream;

import dev.agenthost.protocol.id.RunId;
import java.util.List;

/** What is being written to {@code agent.run-results} right now, read once for all readers of this process. */
public interface ResultTail {

    /** From now on the reader is told of the run's records in this partition. */
    void join(int partition, RunId run, Reader reader);

    /** No more. */
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

        /** The tail could not keep its place: records may be missing from here on. */
        void lost();
    }
}
