package dev.agenthost.context.export;

import dev.agenthost.context.conversation.ConversationScope;
import io.smallrye.mutiny.Multi;

/** Where exports are read. */
public interface Exports {
    /** As far as the conversation goes when it begins; a few megabytes at a time, as fast as it is taken. */
    Multi<ExportPart> read(ConversationScope conversation);
}
