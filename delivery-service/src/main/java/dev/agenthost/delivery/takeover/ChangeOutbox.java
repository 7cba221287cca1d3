package dev.agenthost.delivery.takeover;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Records of changes that are not published yet. */
public interface ChangeOutbox {
    /**
     * Publishes the oldest records in their order, and deletes them; none while another replica does.
     *
     * @return the number of published records
     */
    Uni<Integer> publishOldest(int limit, ChangeProducer producer);

    /** Publishes records. */
    interface ChangeProducer {
        /** Completes once the broker has all records. */
        Uni<Void> publish(List<ChangeRecord> records);
    }
}
