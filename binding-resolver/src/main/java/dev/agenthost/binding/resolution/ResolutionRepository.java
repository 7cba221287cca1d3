package dev.agenthost.binding.resolution;

import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.protocol.id.EventId;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** Remembers every resolution, once, for longer than its event can come again. */
public interface ResolutionRepository {
    /**
     * Keeps the rows that are new, all at once, unless bindings changed meanwhile.
     *
     * @param revision of the bindings that the rows were resolved with
     * @param advances moves of applied offsets over records before these rows, in the same transaction
     */
    Uni<BatchWriteOutcome> store(List<ResolutionRow> rows, long revision, List<OffsetAdvance> advances);

    /** Notes that the records went out. A note that is lost costs a repeated record, no more. */
    Uni<Void> markPublished(List<ResolutionKey> keys);

    /** Records what is not run. The same conflict twice is one. */
    Uni<Void> storeConflicts(List<EventConflict> conflicts);

    /** The event's newest resolution. */
    Uni<Optional<KnownResolution>> find(String workspaceId, EventId eventId);
}
