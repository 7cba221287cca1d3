package dev.agenthost.delivery.takeover.postgres;

import dev.agenthost.delivery.takeover.ChangeOutbox;
import dev.agenthost.delivery.takeover.ChangeRecord;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.SqlResult;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code delivery.outbox}. */
@ApplicationScoped
public class PostgresChangeOutbox implements ChangeOutbox {
    /** Equal on all replicas, so that records keep their order. */
    private static final String LOCK =
            "SELECT pg_try_advisory_xact_lock(hashtext('agenthost.delivery.outbox')) AS mine";

    private static final String PUT = """
            INSERT INTO delivery.outbox (record_topic, record_partition, record_key, record_headers, record_value)
            VALUES ($1, $2, $3, $4, $5)
            """;

    private final Pool pool;

    public PostgresChangeOutbox(Pool pool) {
        this.pool = pool;
    }

    /** Stores records in the transaction of their change. */
    static Uni<Void> put(SqlConnection transaction, List<ChangeRecord> records) {
        return transaction
                .preparedQuery(PUT)
                .executeBatch(records.stream()
                        .map(record -> Tuple.of(
                                record.topic(),
                                record.partition(),
                                record.key(),
                                new String(ProtocolCodec.encode(record.headers()), StandardCharsets.UTF_8),
                                Buffer.buffer(record.value())))
                        .toList())
                .replaceWithVoid();
    }

    @Override
    public Uni<Integer> publishOldest(int limit, ChangeProducer producer) {
        return pool.query("SELECT FROM delivery.outbox LIMIT 1")
                .execute()
                .chain(rows -> rows.size() == 0
                        ? Uni.createFrom().item(0)
                        : pool.withTransaction(transaction -> transaction
                                .query(LOCK)
                                .execute()
                                .chain(lock -> lock.iterator().next().getBoolean("mine")
                                        ? publish(transaction, limit, producer)
                                        : Uni.createFrom().item(0))));
    }

    private static Uni<Integer> publish(SqlConnection transaction, int limit, ChangeProducer producer) {
        return transaction
                .preparedQuery("SELECT * FROM delivery.outbox ORDER BY sequence LIMIT $1")
                .execute(Tuple.of(limit))
                .chain(rows -> rows.size() == 0
                        ? Uni.createFrom().item(0)
                        : producer.publish(records(rows)).chain(() -> delete(transaction, rows)));
    }

    private static Uni<Integer> delete(SqlConnection transaction, RowSet<Row> rows) {
        List<Long> sequences = new ArrayList<>();
        rows.forEach(row -> sequences.add(row.getLong("sequence")));
        return transaction
                .preparedQuery("DELETE FROM delivery.outbox WHERE sequence = ANY ($1)")
                .execute(Tuple.of(sequences.toArray(Long[]::new)))
                .map(SqlResult::rowCount);
    }

    private static List<ChangeRecord> records(RowSet<Row> rows) {
        List<ChangeRecord> records = new ArrayList<>();
        rows.forEach(row -> records.add(new ChangeRecord(
                row.getString("record_topic"),
                row.getInteger("record_partition"),
                row.getString("record_key"),
                row.getBuffer("record_value").getBytes(),
                headers(row.getString("record_headers")))));
        return records;
    }

    private static Map<String, String> headers(String json) {
        try {
            Map<String, String> headers = new LinkedHashMap<>();
            ProtocolCodec.readTree(json.getBytes(StandardCharsets.UTF_8))
                    .properties()
                    .forEach(header ->
                            headers.put(header.getKey(), header.getValue().textValue()));
            return headers;
        } catch (UndecodableException e) {
            throw new IllegalStateException("delivery.outbox holds headers that cannot be read", e);
        }
    }
}
