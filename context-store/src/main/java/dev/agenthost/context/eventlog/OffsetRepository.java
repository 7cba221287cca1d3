package dev.agenthost.context.eventlog;

import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.Map;

/** Stores the applied offsets. */
public interface OffsetRepository {
    /** Loads the next offset of each of the partitions; one that was never assigned is left out. */
    Uni<Map<PartitionRef, Long>> load(Collection<PartitionRef> partitions);
}
