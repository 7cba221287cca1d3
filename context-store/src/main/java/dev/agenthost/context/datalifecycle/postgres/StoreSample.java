package dev.agenthost.context.datalifecycle.postgres;

import dev.agenthost.platform.observability.Sample;
import dev.agenthost.platform.observability.SampleValue;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Measures the size of each store, over all replicas: {@code store.rows}, as the database estimates them, and {@code store.bytes} on its
 * disk, with indexes and TOAST, by table. Monthly partitions of one table count together. Measured once a minute, because sizes are read
 * from the file system.
 */
@ApplicationScoped
class StoreSample implements Sample {
    private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

    /** A table without statistics has -1 rows. */
    private static final String QUESTION = """
            SELECT coalesce(parent.relname, c.relname) AS name,
                sum(greatest(c.reltuples, 0))::float8 AS rows,
                sum(pg_total_relation_size(c.oid))::float8 AS bytes
            FROM pg_class c
            LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
            LEFT JOIN pg_class parent ON parent.oid = i.inhparent
            WHERE c.relnamespace = 'context'::regnamespace AND c.relkind = 'r'
                AND c.relname <> 'flyway_schema_history'
            GROUP BY 1
            """;

    private record Snapshot(List<SampleValue> sizes, long atNanos) {}

    private final Pool pool;
    private volatile Snapshot last = new Snapshot(List.of(), System.nanoTime() - MINUTE_NANOS);

    StoreSample(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<List<SampleValue>> take() {
        Snapshot snapshot = last;
        long now = System.nanoTime();
        if (now - snapshot.atNanos() < MINUTE_NANOS) {
            return Uni.createFrom().item(snapshot.sizes());
        }
        return pool.query(QUESTION).execute().map(rows -> {
            List<SampleValue> sizes = new ArrayList<>();
            for (Row row : rows) {
                Map<String, String> store = Map.of("store", row.getString("name"));
                sizes.add(SampleValue.count("store.rows", store, row.getDouble("rows")));
                sizes.add(SampleValue.count("store.bytes", store, row.getDouble("bytes")));
            }
            last = new Snapshot(List.copyOf(sizes), now);
            return sizes;
        });
    }
}
