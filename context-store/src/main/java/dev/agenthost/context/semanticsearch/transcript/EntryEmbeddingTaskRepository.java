package dev.agenthost.context.semanticsearch.transcript;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** Entries that wait for vectors. Whatever a claim writes is refused once it is somebody else's, or the workspace turned it off. */
public interface EntryEmbeddingTaskRepository {
    /**
     * Workspaces that search by meaning with something to do that nobody is at: where something was said since first. None where another
     * model was chosen.
     */
    Uni<List<String>> waiting(String model);

    /**
     * The conversation of a workspace that is next, for this replica alone: where something was said since, who waits longest first; then
     * those nobody looked at; then those with older entries, in turns. Empty where nothing is left, or it is off.
     */
    Uni<Optional<EntryClaim>> claim(String workspaceId, String model);

    /** Those of the stretch that said something and have no vector of the model, in its order, {@value EntryRange#MOST} at most. */
    Uni<List<WaitingEntry>> read(EntryClaim claim, EntryRange stretch, String model);

    /** Keeps vectors of entries that still say what they said, moves the bounds from where they were claimed, and ends the claim. */
    Uni<Boolean> keep(EntryClaim claim, String model, List<EntryVector> entries, EntryRange.Bounds bounds);

    /** Whoever makes vectors cannot just now: later, or by another replica. */
    Uni<Void> postpone(EntryClaim claim);

    /** Frees some vectors of a workspace that turned it off. @return whether there were any */
    Uni<Boolean> free();
}
