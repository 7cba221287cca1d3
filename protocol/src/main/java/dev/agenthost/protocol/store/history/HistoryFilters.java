package dev.agenthost.protocol.store.history;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The filters of a transcript search; an empty list excludes no entry.
 *
 * @param roles for instance {@code user} and {@code assistant}
 * @param itemTypes all entries are of type {@code message}
 * @param eventTypes {@code message.received} for messages of people, {@code message.completed} for those of agents
 * @param since epoch seconds; entries of that second or later
 * @param until epoch seconds; entries of that second or earlier
 */
public record HistoryFilters(
        List<String> roles,
        List<String> itemTypes,
        List<String> eventTypes,
        @Nullable Long since,
        @Nullable Long until) {
    /** Filters that exclude nothing. */
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
            throw new InvalidFieldException(field, "contains more than " + MOST_NAMES + " names");
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
