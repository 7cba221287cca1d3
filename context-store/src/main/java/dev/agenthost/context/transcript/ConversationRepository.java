package dev.agenthost.context.transcript;

import dev.agenthost.context.eventlog.ConversationRef;
import io.smallrye.mutiny.Uni;

/** Of which conversations there is anything. */
public interface ConversationRepository {
    /**
     * Whether anybody said anything there or anything happened. One that was erased, or has outlived its time, is as if it had never
     * been, though its numbers are kept.
     */
    Uni<Boolean> isKnown(ConversationRef conversation);
}
