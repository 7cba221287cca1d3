package dev.agenthost.context.intake.postgres;

import io.vertx.mutiny.sqlclient.Tuple;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows as arguments of a statement: one array for each column. */
final class Columns {
    private final Class<?>[] types;
    private final List<@Nullable Object[]> rows = new ArrayList<>();

    Columns(Class<?>... types) {
        this.types = types;
    }

    void add(@Nullable Object... row) {
        if (row.length != types.length) {
            throw new IllegalArgumentException(row.length + " values for " + types.length + " columns");
        }
        rows.add(row);
    }

    void to(Tuple parameters) {
        for (int column = 0; column < types.length; column++) {
            @Nullable Object[] values = (@Nullable Object[]) Array.newInstance(types[column], rows.size());
            for (int row = 0; row < values.length; row++) {
                values[row] = rows.get(row)[column];
            }
            parameters.addValue(values);
        }
    }
}
