package dev.agenthost.context.transcript;

import java.util.List;

/**
 * The part of a result that fits one answer.
 *
 * @param hasMore true if more follows: beyond the limit, or because the answer grew too large
 */
public record Slice<T>(List<T> items, boolean hasMore) {
    public Slice {
        items = List.copyOf(items);
        if (hasMore && items.isEmpty()) {
            throw new IllegalArgumentException("a page with more entries must not be empty");
        }
    }
}
