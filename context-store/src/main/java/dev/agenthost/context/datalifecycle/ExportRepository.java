package dev.agenthost.context.datalifecycle;

import dev.agenthost.context.eventlog.ConversationScope;
import io.smallrye.mutiny.Multi;

/** Where exports are read. */
public interface ExportRepository {
    /** As far as the conversation goes when it begins; a few megabytes at a time, as fast as it is taken. */
    Multi<ExportPart> read(ConversationScope conversation);
}
