package dev.agenthost.protocol.store.history;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.topic.RecordPosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A search in the transcript of a conversation and thread. The answer includes every entry up to the positions, or
 * states that it does not yet.
 *
 * @param query 1 to {@value #LONGEST} characters; words between quotation marks must be adjacent
 * @param filters none by default
 * @param topK 1 to 100; 10 by default
 * @param runId the searching run; the message that it answers is left out; null to leave out none
 * @param existing true if an unknown conversation and thread is {@code not_found}; null if it is empty
 */
public record HistorySearchQuestion(
        String workspaceId,
        String botId,
        String conversationId,
        @Nullable String threadId,
        String query,
        HistoryFilters filters,
        Integer topK,
        List<RecordPosition> positions,
        @Nullable RunId runId,
        @Nullable Boolean existing) {
    /** The longest query, in characters (code points). */
    public static final int LONGEST = 1000;

    /** The most entries of an answer. */
    public static final int MOST = 100;

    /** Number of entries of an answer by default. */
    public static final int USUAL = 10;

    public HistorySearchQuestion {
        Fields.text(workspaceId, "workspace_id");
        Fields.text(botId, "bot_id");
        Fields.text(conversationId, "conversation_id");
        Fields.text(query, "query");
        if (query.codePointCount(0, query.length()) > LONGEST) {
            throw new InvalidFieldException("query", "is longer than " + LONGEST + " characters");
        }
        if (query.codePoints().anyMatch(HistorySearchQuestion::isNoCharacter)) {
            throw new InvalidFieldException("query", "contains an invalid character");
        }
        filters = Fields.or(filters, HistoryFilters.NONE);
        topK = Fields.or(topK, USUAL);
        Fields.within(topK, 1, MOST, "top_k");
        positions = Fields.list(positions, "positions");
    }

    /** Creates a search that leaves out no message. */
    public HistorySearchQuestion(
            String workspaceId,
            String botId,
            String conversationId,
            @Nullable String threadId,
            String query,
            HistoryFilters filters,
            Integer topK,
            List<RecordPosition> positions) {
        this(workspaceId, botId, conversationId, threadId, query, filters, topK, positions, null, null);
    }

    private static boolean isNoCharacter(int codePoint) {
        return codePoint == 0 || Character.getType(codePoint) == Character.SURROGATE;
    }
}
