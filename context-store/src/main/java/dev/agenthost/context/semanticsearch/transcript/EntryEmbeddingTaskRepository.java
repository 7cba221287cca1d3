package dev.agenthost.context.semanticsearch.transcript;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/**
 * Claims entries that wait for vectors. A write is refused once another replica has the claim, or the workspace has turned the search
 * off.
 */
public interface EntryEmbeddingTaskRepository {
    /**
     * Returns workspaces that search by meaning and have unclaimed work: those with new messages first. None if another model was chosen.
     */
    Uni<List<String>> waiting(String model);

    /**
     * Claims, for this replica alone, the next conversation of a workspace: one with new messages, the longest waiting first; then those
     * that no replica has examined yet; then those with older entries, in turns. Empty if nothing is left, or the search is off.
     */
    Uni<Optional<EntryClaim>> claim(String workspaceId, String model);

    /** Reads the entries of the range that have text and no vector of the model, in its order, {@value EntryRange#MOST} at most. */
    Uni<List<WaitingEntry>> read(EntryClaim claim, EntryRange stretch, String model);

    /** Stores vectors of entries whose text has not changed, moves the bounds from where they were claimed, and ends the claim. */
    Uni<Boolean> store(EntryClaim claim, String model, List<EntryVector> entries, EntryRange.Bounds bounds);

    /** Releases the claim because the embedder fails for now; it is due later, for any replica. */
    Uni<Void> postpone(EntryClaim claim);

    /**
     * Deletes some vectors of a workspace that turned the search off.
     *
     * @return true if there were any
     */
    Uni<Boolean> free();
}
