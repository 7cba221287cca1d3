package dev.agenthost.protocol.store.history;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.topic.RecordPosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A search in the transcript of a conversation and thread; the answer lacks nothing that stands at the positions or before, or says
 * that it does not yet.
 *
 * @param query 1 to {@value #LONGEST} characters; words between quotation marks stand in a row
 * @param filters none when nothing is said
 * @param topK 1 to 100; 10 when nothing is said
 * @param runId who asks: the message that this run answers is left out; null where nobody's is
 * @param existing whether a conversation and thread of which nothing is there is {@code not_found}, and not empty; null where it is empty
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

    /** How many entries an answer has when nothing is said. */
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
            throw new InvalidFieldException("query", "holds what is no character");
        }
        filters = Fields.or(filters, HistoryFilters.NONE);
        topK = Fields.or(topK, USUAL);
        Fields.within(topK, 1, MOST, "top_k");
        positions = Fields.list(positions, "positions");
    }

    /** A search that leaves nothing out. */
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
