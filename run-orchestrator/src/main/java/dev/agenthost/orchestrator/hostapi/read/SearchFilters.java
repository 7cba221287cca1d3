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

    record Wrong(String why) implements SearchFilters {}

    static SearchFilters read(JsonNode said) {
        if (said.isMissingNode() || said.isNull()) {
            return new Read(HistoryFilters.NONE);
        }
        if (!said.isObject()) {
            return new Wrong("filters is no object");
        }
        List<String> roles = List.of();
        List<String> itemTypes = List.of();
        List<String> eventTypes = List.of();
        Long since = null;
        Long until = null;
        try {
            for (Map.Entry<String, JsonNode> filter : said.properties()) {
                JsonNode value = filter.getValue();
                if (value.isNull()) {
                    continue;
                }
                switch (filter.getKey()) {
                    // Where they name another place, the grant covers it.
                    case "conversation_id", "thread_id" -> name(filter.getKey(), value);
                    case "role", "roles" -> roles = names(filter.getKey(), value);
                    case "item_type", "item_types" -> itemTypes = names(filter.getKey(), value);
                    case "event_type", "event_types" -> eventTypes = names(filter.getKey(), value);
                    case "since" -> since = seconds(filter.getKey(), value);
                    case "until" -> until = seconds(filter.getKey(), value);
                    default -> {
                        return new Wrong("filters has no " + TruncatedText.name(filter.getKey()));
                    }
                }
            }
            return new Read(new HistoryFilters(roles, itemTypes, eventTypes, since, until));
        } catch (InvalidFieldException wrong) {
            return new Wrong("filters." + wrong.field() + " " + wrong.why());
        }
    }

    private static String name(String filter, JsonNode value) {
        if (!value.isTextual() || value.textValue().indexOf('\0') >= 0) {
            throw new InvalidFieldException(filter, "is no name");
        }
        return value.textValue();
    }

    /** One alone may stand for a list of one. */
    private static List<String> names(String filter, JsonNode value) {
        if (!value.isArray()) {
            return List.of(name(filter, value));
        }
        List<String> names = new ArrayList<>();
        value.forEach(element -> names.add(name(filter, element)));
        return names;
    }

    /** Clocks that count parts of seconds are taken at their word, to the second. */
    private static Long seconds(String filter, JsonNode value) {
        if (!value.isNumber() || !value.canConvertToLong()) {
            throw new InvalidFieldException(filter, "is no time in seconds");
        }
        return value.longValue();
    }
}
