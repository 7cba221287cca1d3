package dev.agenthost.platform.rest;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list, in its order.
 *
 * @param nextCursor the {@code cursor} of the next page; absent on the last page
 */
public record Page<T>(List<T> items, @Nullable String nextCursor) {
    public Page {
        items = List.copyOf(items);
    }

    /** @param found one item more than requested if another page follows */
    public static <S, T> Page<T> of(
            List<S> found, PageRequest request, Function<S, T> item, Function<S, String> cursor) {
        boolean hasMore = found.size() > request.limit();
        List<S> shown = hasMore ? found.subList(0, request.limit()) : found;
        return new Page<>(shown.stream().map(item).toList(), hasMore ? cursor.apply(shown.getLast()) : null);
    }
}
