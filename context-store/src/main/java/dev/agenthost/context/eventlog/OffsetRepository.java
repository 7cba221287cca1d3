package dev.agenthost.context.eventlog;

import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.Map;

/** Stores the applied offsets. */
public interface OffsetRepository {
    /** Loads the next offset of each of the partitions; 0 for a partition without applied records. */
    Uni<Map<PartitionRef, Long>> load(Collection<PartitionRef> partitions);
}
