package dev.agenthost.orchestrator.hostapi.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.wire.TruncatedText;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.store.history.HistoryFilters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The parsed {@code filters} of a search; an unknown name is an error, so that no filter is ignored. */
sealed interface SearchFilters {
    record Read(HistoryFilters filters) implements SearchFilters {}

    record Invalid(String why) implements SearchFilters {}

    static SearchFilters read(JsonNode node) {
        if (node.isMissingNode() || node.isNull()) {
            return new Read(HistoryFilters.NONE);
        }
        if (!node.isObject()) {
            return new Invalid("filters must be an object");
        }
        List<String> roles = List.of();
        List<String> itemTypes = List.of();
        List<String> eventTypes = List.of();
        Long since = null;
        Long until = null;
        try {
            for (Map.Entry<String, JsonNode> filter : node.properties()) {
                JsonNode value = filter.getValue();
                if (value.isNull()) {
                    continue;
                }
                switch (filter.getKey()) {
                    // The grant covers another scope that these name.
                    case "conversation_id", "thread_id" -> name(filter.getKey(), value);
                    case "role", "roles" -> roles = names(filter.getKey(), value);
                    case "item_type", "item_types" -> itemTypes = names(filter.getKey(), value);
                    case "event_type", "event_types" -> eventTypes = names(filter.getKey(), value);
                    case "since" -> since = seconds(filter.getKey(), value);
                    case "until" -> until = seconds(filter.getKey(), value);
                    default -> {
                        return new Invalid("filters has no " + TruncatedText.name(filter.getKey()));
                    }
                }
            }
            return new Read(new HistoryFilters(roles, itemTypes, eventTypes, since, until));
        } catch (InvalidFieldException wrong) {
            return new Invalid("filters." + wrong.field() + " " + wrong.why());
        }
    }

    private static String name(String filter, JsonNode value) {
        if (!value.isTextual() || value.textValue().indexOf('\0') >= 0) {
            throw new InvalidFieldException(filter, "must be a name");
        }
        return value.textValue();
    }

    /** Returns the names; a single string counts as a list. */
    private static List<String> names(String filter, JsonNode value) {
        if (!value.isArray()) {
            return List.of(name(filter, value));
        }
        List<String> names = new ArrayList<>();
        value.forEach(element -> names.add(name(filter, element)));
        return names;
    }

    /** Returns a time in seconds; fractions are truncated. */
    private static Long seconds(String filter, JsonNode value) {
        if (!value.isNumber() || !value.canConvertToLong()) {
            throw new InvalidFieldException(filter, "must be a time in seconds");
        }
        return value.longValue();
    }
}
