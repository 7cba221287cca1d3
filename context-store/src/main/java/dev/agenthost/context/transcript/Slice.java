package dev.agenthost.context.transcript;

import java.util.List;

/**
 * What one answer has room for of what was asked for.
 *
 * @param hasMore whether there is more behind it: beyond the limit, or because it grew too large
 */
public record Slice<T>(List<T> items, boolean hasMore) {
    public Slice {
        items = List.copyOf(items);
        if (hasMore && items.isEmpty()) {
            throw new IllegalArgumentException("a page that cannot be gone on from");
        }
    }
}
