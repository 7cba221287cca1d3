package dev.agenthost.context.transcript;

import dev.agenthost.context.eventlog.ConversationRef;
import io.smallrye.mutiny.Uni;

/** Checks which conversations exist. */
public interface ConversationRepository {
    /**
     * Returns true if the conversation has messages or events. A conversation that was erased, or is past its retention, counts as one
     * that never existed, though its numbers stay reserved.
     */
    Uni<Boolean> isKnown(ConversationRef conversation);
}
