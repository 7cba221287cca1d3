package dev.agenthost.context.transcript.postgres;

import dev.agenthost.context.transcript.Slice;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Builds queries for pages of a maximum of rows and about 4 MiB, or of one larger row, as the wire of runners and memory permit.
 * Further rows stay in the database.
 */
public final class BoundedPageQuery {
    private static final String CUT = """
            select %s, t.candidates from (
                select t.*, count(*) over () as candidates, row_number() over w as nth, sum(%s) over w as so_far
                from (%s order by %s limit %s + 1) t window w as (order by %4$s)) t
            where t.nth <= %5$s and (t.so_far <= 4194304 or t.nth = 1) order by t.nth
            """;

    private BoundedPageQuery() {}

    /**
     * @param columns columns of a row with the alias {@code t}
     * @param bytes expression of a row's size in an answer
     * @param rows source of the rows with the alias {@code t}, without order and limit
     * @param limit the parameter of the maximum of rows
     */
    public static String sql(String columns, String bytes, String rows, String order, String limit) {
        return CUT.formatted(columns, bytes, rows, order, limit);
    }

    /** @param width number of columns of a row */
    public static <T> Slice<T> read(RowSet<Row> found, int width, Function<Row, T> reading) {
        List<T> items = new ArrayList<>();
        long candidates = 0;
        for (Row row : found) {
            items.add(reading.apply(row));
            candidates = row.getLong(width);
        }
        return new Slice<>(items, candidates > items.size());
    }
}
