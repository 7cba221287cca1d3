package dev.agenthost.delivery.receipt.postgres;

import dev.agenthost.delivery.receipt.ReceiptRepository;
import dev.agenthost.delivery.receipt.StoredReceipt;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;

/** The receipts in {@code delivery.sends}. */
@ApplicationScoped
public class PostgresReceiptRepository implements ReceiptRepository {

    private static final String UNPUBLISHED = """
            SELECT workspace_id, run_id, part, conversation_key, receipt, traceparent FROM delivery.sends
            WHERE receipt IS NOT NULL AND receipt_published_at IS NULL
                AND answered_at <= now() - $1::bigint * interval '1 millisecond'
            ORDER BY ordinal LIMIT $2
            """;

    private static final String PUBLISHED =
            "UPDATE delivery.sends SET receipt_published_at = now() WHERE workspace_id = $1 AND run_id = $2 AND part = $3";

    private final Pool pool;

    public PostgresReceiptRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<List<StoredReceipt>> unpublished(Duration minAge, int limit) {
        return pool.preparedQuery(UNPUBLISHED)
                .execute(Tuple.of(minAge.toMillis(), limit))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(PostgresReceiptRepository::receipt)
                        .toList());
    }

    @Override
    public Uni<Void> published(SendKey key) {
        return pool.preparedQuery(PUBLISHED)
                .execute(Tuple.of(key.workspaceId(), key.runId().value(), key.part()))
                .replaceWithVoid();
    }

    private static StoredReceipt receipt(Row row) {
        return new StoredReceipt(
                new SendKey(row.getString("workspace_id"), new RunId(row.getUUID("run_id")), row.getInteger("part")),
                row.getString("conversation_key"),
                row.getBuffer("receipt").getBytes(),
                row.getString("traceparent"));
    }
}
