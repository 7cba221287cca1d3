package dev.agenthost.context.history;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Where transcripts are read. */
public interface Transcripts {
    /** Up to one entry more than the limit, in the direction that was asked for; none of a conversation that is unknown. */
    Uni<List<NumberedEntry>> read(PageRequest request);
}
