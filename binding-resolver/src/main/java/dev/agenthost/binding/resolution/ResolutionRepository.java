package dev.agenthost.binding.resolution;

import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.protocol.id.EventId;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** Stores each resolution once, longer than its event can be repeated. */
public interface ResolutionRepository {
    /**
     * Stores all new rows together, unless bindings changed meanwhile.
     *
     * @param revision of the bindings that the rows were resolved with
     * @param advances moves of applied offsets over records before these rows, in the same transaction
     */
    Uni<BatchWriteOutcome> store(List<ResolutionRow> rows, long revision, List<OffsetAdvance> advances);

    /** Marks the records as published. A lost mark only causes a repeated record. */
    Uni<Void> markPublished(List<ResolutionKey> keys);

    /** Stores conflicts. A repetition is stored once. */
    Uni<Void> storeConflicts(List<EventConflict> conflicts);

    /** Finds the newest resolution. */
    Uni<Optional<KnownResolution>> find(String workspaceId, EventId eventId);
}
