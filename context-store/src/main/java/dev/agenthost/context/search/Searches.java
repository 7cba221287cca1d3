package dev.agenthost.context.search;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Where transcripts are searched. */
public interface Searches {
    /** Best first; those that have all that was asked for before those that have some of it. None in a conversation that is unknown. */
    Uni<List<Found>> find(SearchRequest request);
}
