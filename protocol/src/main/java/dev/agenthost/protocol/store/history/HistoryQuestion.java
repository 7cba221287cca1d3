package dev.agenthost.protocol.store.history;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.topic.RecordPosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a transcript. The answer includes every entry up to the positions, or states that it does not yet.
 *
 * @param limit 1 to 100; 50 by default
 * @param reader receives the present state of the artifact of each reference; null if references stay as they are
 * @param existing true if an unknown conversation and thread is {@code not_found}; null if it is empty
 */
public record HistoryQuestion(
        String workspaceId,
        String botId,
        String conversationId,
        @Nullable String threadId,
        @Nullable String beforeCursor,
        @Nullable String afterCursor,
        Integer limit,
        HistoryDirection direction,
        List<RecordPosition> positions,
        @Nullable ArtifactOwner reader,
        @Nullable Boolean existing) {
    public HistoryQuestion {
        Fields.text(workspaceId, "workspace_id");
        Fields.text(botId, "bot_id");
        Fields.text(conversationId, "conversation_id");
        limit = Fields.or(limit, 50);
        Fields.within(limit, 1, 100, "limit");
        if (reader != null && !reader.workspaceId().equals(workspaceId)) {
            throw new InvalidFieldException("reader", "belongs to another workspace");
        }
        direction = Fields.or(direction, HistoryDirection.BACKWARD);
        positions = Fields.list(positions, "positions");
    }

    /** Keeps references unchanged. */
    public HistoryQuestion(
            String workspaceId,
            String botId,
            String conversationId,
            @Nullable String threadId,
            @Nullable String beforeCursor,
            @Nullable String afterCursor,
            Integer limit,
            HistoryDirection direction,
            List<RecordPosition> positions) {
        this(
                workspaceId,
                botId,
                conversationId,
                threadId,
                beforeCursor,
                afterCursor,
                limit,
                direction,
                positions,
                null,
                null);
    }
}
