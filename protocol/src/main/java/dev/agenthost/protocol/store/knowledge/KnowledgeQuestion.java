package dev.agenthost.protocol.store.knowledge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.id.RunId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run's search in knowledge bases of its workspace.
 *
 * @param kbIds 1 to {@value #MOST_BASES}
 * @param query 1 to {@value #LONGEST} characters
 * @param topK 1 to {@value #MOST}; {@value #USUAL} by default
 * @param filters fields that a document's metadata must have, with equal values
 * @param senderId the sender of the event that the run answers; null if none
 * @param session the conversation's key
 */
public record KnowledgeQuestion(
        String workspaceId,
        List<String> kbIds,
        String query,
        Integer topK,
        ObjectNode filters,
        RunId runId,
        String botId,
        @Nullable String senderId,
        @Nullable String session) {
    /** The most knowledge bases of one question. */
    public static final int MOST_BASES = 32;

    /** The longest query, in characters (code points). */
    public static final int LONGEST = 16_384;

    /** The most passages of an answer. */
    public static final int MOST = 50;

    /** Number of passages of an answer by default. */
    public static final int USUAL = 5;

    /** The most fields of a filter. */
    public static final int MOST_FILTERS = 32;

    /** The longest name and the longest text of a filter, in UTF-16 units. */
    public static final int LONGEST_FILTER = 1_000;

    public KnowledgeQuestion {
        Fields.text(workspaceId, "workspace_id");
        kbIds = Fields.list(kbIds, "kb_ids");
        Fields.within(kbIds.size(), 1, MOST_BASES, "kb_ids");
        query = query(query, "query");
        topK = Fields.or(topK, USUAL);
        Fields.within(topK, 1, MOST, "top_k");
        filters = filters(filters);
        Fields.required(runId, "run_id");
        Fields.text(botId, "bot_id");
    }

    /** Returns the checked text of a query. */
    public static String query(@Nullable String query, String field) {
        String text = Fields.text(query, field);
        if (text.codePointCount(0, text.length()) > LONGEST) {
            throw new InvalidFieldException(field, "is longer than " + LONGEST + " characters");
        }
        if (!isStorable(text)) {
            throw new InvalidFieldException(field, "contains an invalid character");
        }
        return text;
    }

    /** Returns the checked filters: texts, numbers and booleans under names. */
    public static ObjectNode filters(@Nullable ObjectNode document) {
        ObjectNode filters = Fields.object(document);
        if (filters.size() > MOST_FILTERS) {
            throw new InvalidFieldException("filters", "has more than " + MOST_FILTERS + " fields");
        }
        for (Map.Entry<String, JsonNode> filter : filters.properties()) {
            JsonNode value = filter.getValue();
            if (!fits(filter.getKey())) {
                throw new InvalidFieldException("filters", "must be the name of a metadata field");
            }
            if (!value.isTextual() && !value.isNumber() && !value.isBoolean()
                    || value.isTextual() && !fits(value.textValue())) {
                throw new InvalidFieldException(
                        "filters." + filter.getKey(), "must be a string, a number or a boolean");
            }
        }
        return filters;
    }

    private static boolean fits(String text) {
        return text.length() <= LONGEST_FILTER && isStorable(text);
    }

    private static boolean isStorable(String text) {
        return text.codePoints()
                .noneMatch(character -> character == 0 || Character.getType(character) == Character.SURROGATE);
    }
}
