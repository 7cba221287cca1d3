package dev.agenthost.protocol.store.history;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which entries of a transcript a search looks at; a list that is empty leaves none out.
 *
 * @param roles for instance {@code user} and {@code assistant}
 * @param itemTypes all entries are of type {@code message}
 * @param eventTypes {@code message.received} is what people said, {@code message.completed} what agents said
 * @param since epoch seconds; what was said then or later
 * @param until epoch seconds; what was said then or earlier
 */
public record HistoryFilters(
        List<String> roles,
        List<String> itemTypes,
        List<String> eventTypes,
        @Nullable Long since,
        @Nullable Long until) {
    /** Leaves nothing out. */
    public static final HistoryFilters NONE = new HistoryFilters(List.of(), List.of(), List.of(), null, null);

    /** The most names of a list. */
    public static final int MOST_NAMES = 100;

    private static final long LAST = 32_503_680_000L;

    public HistoryFilters {
        roles = names(roles, "roles");
        itemTypes = names(itemTypes, "item_types");
        eventTypes = names(eventTypes, "event_types");
        second(since, "since");
        second(until, "until");
    }

    private static List<String> names(@Nullable List<String> names, String field) {
        List<String> all = Fields.list(names, field);
        if (all.size() > MOST_NAMES) {
            throw new InvalidFieldException(field, "holds more than " + MOST_NAMES + " names");
        }
        all.forEach(name -> Fields.text(name, field));
        return all;
    }

    private static void second(@Nullable Long seconds, String field) {
        if (seconds != null) {
            Fields.within(seconds, 0, LAST, field);
        }
    }
}
