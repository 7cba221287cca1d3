package dev.agenthost.gateway.intake;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Cuts what came together into pieces that may be in memory as trees at once: in order, none empty, each of a few records and bytes; a
 * record that is larger than a piece may be stands alone.
 */
public final class BatchSplitter {
    static final int MOST_RECORDS = 32;
    static final long MOST_BYTES = 4L * 1024 * 1024;

    private BatchSplitter() {}

    public static <T> List<List<T>> of(List<T> records, ToLongFunction<T> size) {
        List<List<T>> slices = new ArrayList<>();
        List<T> slice = new ArrayList<>();
        long bytes = 0;
        for (T record : records) {
            long more = size.applyAsLong(record);
            if (!slice.isEmpty() && (slice.size() == MOST_RECORDS || bytes + more > MOST_BYTES)) {
                slices.add(slice);
                slice = new ArrayList<>();
                bytes = 0;
            }
            slice.add(record);
            bytes += more;
        }
        if (!slice.isEmpty()) {
            slices.add(slice);
        }
        return slices;
    }
}
