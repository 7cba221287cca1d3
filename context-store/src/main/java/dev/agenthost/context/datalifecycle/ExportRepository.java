package dev.agenthost.context.datalifecycle;

import dev.agenthost.context.eventlog.ConversationScope;
import io.smallrye.mutiny.Multi;

/** Reads exports of conversations. */
public interface ExportRepository {
    /** Reads the conversation up to its end at the start of the export; a few megabytes at a time, at the pace of the subscriber. */
    Multi<ExportPart> read(ConversationScope conversation);
}
