package dev.agenthost.binding.publication.postgres;

import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.binding.publication.RecordHeaders;
import dev.agenthost.binding.publication.RecordPublisher;
import dev.agenthost.binding.publication.UnpublishedRecordRepository;
import dev.agenthost.platform.failpoint.FailPoint;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;

/** Records stored in the transaction of a change; each is deleted after publication. */
@ApplicationScoped
public class PostgresOutboxRepository implements UnpublishedRecordRepository {
    /** The lock of this store, equal on all replicas. */
    private static final String LOCK =
            "select pg_try_advisory_xact_lock(hashtext('agenthost.bindings.outbox')) as acquired";

    private static final String LAY = """
            insert into bindings.outbox (record_topic, record_partition, record_key, record_headers, record_value)
            values ($1, $2, $3, $4, $5)
            """;

    private final Pool pool;

    PostgresOutboxRepository(Pool pool) {
        this.pool = pool;
    }

    /** Stores records in the transaction of a change; they are published after the commit, even after a crash. */
    public Uni<Void> lay(SqlConnection connection, List<OutboundRecord> records) {
        List<Tuple> rows = records.stream()
                .map(record -> Tuple.of(
                        record.topic(),
                        record.partition(),
                        record.key(),
                        RecordHeaders.text(record.headers()),
                        Buffer.buffer(record.value())))
                .toList();
        return connection.preparedQuery(LAY).executeBatch(rows).replaceWithVoid();
    }

    @Override
    public Uni<Integer> publishOldest(int limit, RecordPublisher publisher) {
        return pool.withTransaction(connection -> connection
                .query(LOCK)
                .execute()
                .chain(locked -> locked.iterator().next().getBoolean("acquired")
                        ? publishLocked(connection, limit, publisher)
                        : Uni.createFrom().item(0)));
    }

    private Uni<Integer> publishLocked(SqlConnection connection, int limit, RecordPublisher publisher) {
        return connection
                .preparedQuery("select * from bindings.outbox order by sequence limit $1")
                .execute(Tuple.of(limit))
                .chain(rows -> rows.size() == 0
                        ? Uni.createFrom().item(0)
                        : publisher
                                .publish(records(rows))
                                .invoke(() -> FailPoint.at("binding.60-outbox-published"))
                                .chain(() -> delete(connection, rows)));
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
