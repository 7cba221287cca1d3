package dev.agenthost.context.intake.postgres;

import io.vertx.mutiny.sqlclient.Tuple;
import java.lang.reflect.Array;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows on their way into {@code unnest}: one array for each column. */
final class Columns {
    static final Class<?>[] LOG = {
        String.class, Long.class, Long.class, Long.class, String.class, String.class, String.class,
        UUID.class, Integer.class, Long.class, OffsetDateTime.class, String.class, String.class, String.class
    };
    static final Class<?>[] TRANSCRIPT = {
        Long.class,
        Long.class,
        UUID.class,
        String.class,
        UUID.class,
        String.class,
        String.class,
        String.class,
        String.class,
        OffsetDateTime.class,
        String.class
    };

    private final List<@Nullable Object[]> rows = new ArrayList<>();

    void row(@Nullable Object... values) {
        rows.add(values);
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    Tuple tuple(Class<?>... types) {
        Object[] columns = new Object[types.length];
        for (int column = 0; column < types.length; column++) {
            Object array = Array.newInstance(types[column], rows.size());
            for (int row = 0; row < rows.size(); row++) {
                Array.set(array, row, rows.get(row)[column]);
            }
            columns[column] = array;
        }
        return Tuple.from(Arrays.asList(columns));
    }

    static OffsetDateTime utc(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
