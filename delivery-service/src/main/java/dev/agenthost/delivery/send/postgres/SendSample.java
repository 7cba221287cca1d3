package dev.agenthost.delivery.send.postgres;

import dev.agenthost.platform.observability.Sample;
import dev.agenthost.platform.observability.SampleValue;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;

/**
 * Parts and receipts that have not arrived, over all replicas: {@code sends.open} by state ({@code claimed} may have
 * been sent, {@code handed_over} waits for an adapter's receipt), {@code sends.age} of the oldest, and receipts not yet
 * in Kafka, {@code unpublished} and {@code unpublished.age}.
 */
@ApplicationScoped
class SendSample implements Sample {
    private static final String QUESTION = """
            SELECT o.pending, o.claimed, o.age, h.handed_over, r.unpublished, r.unpublished_age FROM
                (SELECT count(*) FILTER (WHERE status = 'pending') AS pending,
                    count(*) FILTER (WHERE status = 'claimed') AS claimed,
                    coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS age
                 FROM delivery.sends WHERE status IN ('pending', 'claimed')) AS o,
                (SELECT count(*) AS handed_over FROM delivery.sends WHERE status = 'handed_over') AS h,
                (SELECT count(*) AS unpublished,
                    coalesce(extract(epoch FROM now() - min(answered_at)), 0)::float8 AS unpublished_age
                 FROM delivery.sends WHERE receipt IS NOT NULL AND receipt_published_at IS NULL) AS r
            """;

    private final Pool pool;

    SendSample(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<List<SampleValue>> take() {
        return pool.query(QUESTION).execute().map(rows -> {
            Row row = rows.iterator().next();
            return List.of(
                    SampleValue.count("sends.open", Map.of("state", "pending"), row.getLong("pending")),
                    SampleValue.count("sends.open", Map.of("state", "claimed"), row.getLong("claimed")),
                    SampleValue.count("sends.open", Map.of("state", "handed_over"), row.getLong("handed_over")),
                    SampleValue.seconds("sends.age", row.getDouble("age")),
                    SampleValue.count("unpublished", row.getLong("unpublished")),
                    SampleValue.seconds("unpublished.age", row.getDouble("unpublished_age")));
        });
    }
}
