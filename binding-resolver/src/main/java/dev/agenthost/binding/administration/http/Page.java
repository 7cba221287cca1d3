package dev.agenthost.binding.administration.http;

import dev.agenthost.binding.change.ResourceName;
import dev.agenthost.protocol.field.InvalidFieldException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Some of a list, in the order of the ids.
 *
 * @param nextCursor the {@code cursor} that goes on after it; absent on the last page
 */
record Page<T>(List<T> items, @Nullable String nextCursor) {
    static final int MAX = 100;

    /** What was asked for; one more is read, to know whether there is more. */
    record Request(int limit, @Nullable String after) {
        static Request of(@Nullable String limit, @Nullable String cursor) {
            if (cursor != null) {
                ResourceName.check(cursor, "cursor");
            }
            return new Request(limit == null ? 50 : parse(limit), cursor);
        }

        private static int parse(String limit) {
            if (!limit.matches("\\d{1,3}") || Integer.parseInt(limit) < 1 || Integer.parseInt(limit) > MAX) {
                throw new InvalidFieldException("limit", "is not within 1 and " + MAX);
            }
            return Integer.parseInt(limit);
        }

        int limitAndOne() {
            return limit + 1;
        }
    }

    static <S, T> Page<T> of(List<S> found, Request asked, Function<S, T> item, Function<S, String> id) {
        boolean hasMore = found.size() > asked.limit();
        List<S> shown = hasMore ? found.subList(0, asked.limit()) : found;
        return new Page<>(shown.stream().map(item).toList(), hasMore ? id.apply(shown.getLast()) : null);
    }
}
