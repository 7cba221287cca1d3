package dev.agenthost.sdk;

import dev.agenthost.protocol.store.history.HistoryDirection;
import org.jspecify.annotations.Nullable;

/**
 * A request for a page of the conversation's transcript.
 *
 * @param beforeCursor opaque, from an earlier page; null for the end
 * @param afterCursor opaque, from an earlier page; null for the beginning
 * @param limit 1 to 100
 */
public record HistoryRequest(
        @Nullable String beforeCursor, @Nullable String afterCursor, int limit, HistoryDirection direction) {
    public HistoryRequest {
        if (limit < 1 || limit > 100) {
            throw new IllegalArgumentException("limit must be within 1 and 100");
        }
    }

    /** The last messages, the newest first. */
    public static HistoryRequest newest(int limit) {
        return new HistoryRequest(null, null, limit, HistoryDirection.BACKWARD);
    }

    /** The messages before that cursor, the newest first. */
    public static HistoryRequest before(String cursor, int limit) {
        return new HistoryRequest(cursor, null, limit, HistoryDirection.BACKWARD);
    }
}
