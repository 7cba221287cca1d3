package dev.agenthost.binding.publish.postgres;

import dev.agenthost.binding.publish.OutboundRecord;
import dev.agenthost.binding.publish.RecordHeaders;
import dev.agenthost.binding.publish.RecordPublisher;
import dev.agenthost.binding.publish.Unpublished;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;

/** Records that were laid down beside a change; each is deleted once it is published. */
@ApplicationScoped
class PostgresOutbox implements Unpublished {
    /** One number for each store: replicas agree on it. */
    private static final String LOCK =
            "select pg_try_advisory_xact_lock(hashtext('agenthost.bindings.outbox')) as mine";

    private final Pool pool;

    PostgresOutbox(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Integer> publishOldest(int limit, RecordPublisher publisher) {
        return pool.withTransaction(connection -> connection
                .query(LOCK)
                .execute()
                .chain(locked -> locked.iterator().next().getBoolean("mine")
                        ? publishLocked(connection, limit, publisher)
                        : Uni.createFrom().item(0)));
    }

    private Uni<Integer> publishLocked(SqlConnection connection, int limit, RecordPublisher publisher) {
        return connection
                .preparedQuery("select * from bindings.outbox order by sequence limit $1")
                .execute(Tuple.of(limit))
                .chain(rows -> rows.size() == 0
                        ? Uni.createFrom().item(0)
                        : publisher.publish(records(rows)).chain(() -> delete(connection, rows)));
    }

    private Uni<Integer> delete(SqlConnection connection, RowSet<Row> rows) {
        List<Long> sequences = new ArrayList<>();
        rows.forEach(row -> sequences.add(row.getLong("sequence")));
        return connection
                .preparedQuery("delete from bindings.outbox where sequence = any($1)")
                .execute(Tuple.of(sequences.toArray(Long[]::new)))
                .map(RowSet::rowCount);
    }

    private static List<OutboundRecord> records(RowSet<Row> rows) {
        List<OutboundRecord> records = new ArrayList<>();
        rows.forEach(row -> records.add(new OutboundRecord(
                row.getString("record_topic"),
                row.getInteger("record_partition"),
                row.getString("record_key"),
                row.getBuffer("record_value").getBytes(),
                RecordHeaders.parse(row.getString("record_headers")))));
        return records;
    }
}
