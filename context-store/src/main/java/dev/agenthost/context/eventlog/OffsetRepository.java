package dev.agenthost.context.eventlog;

import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.Map;

/** Where the applied offsets are kept. */
public interface OffsetRepository {
    /** The next offset of each of the partitions; 0 for one of which nothing was applied yet. */
    Uni<Map<PartitionRef, Long>> load(Collection<PartitionRef> partitions);
}
