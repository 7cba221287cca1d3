package dev.agenthost.orchestrator.lifecycle.postgres;

import dev.agenthost.platform.observability.Sample;
import dev.agenthost.platform.observability.SampleValue;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;

/**
 * Samples the runs of all replicas: {@code runs.open} by state, {@code queue.age} of the longest queued run, {@code leases} by state, and
 * the unpublished ends, {@code unpublished} and {@code unpublished.age}. Each part reads one partial index.
 */
@ApplicationScoped
class RunStateSample implements Sample {
    private static final String QUERY = """
            SELECT
                (SELECT count(*) FROM runs.runs WHERE state = 'waiting') AS waiting,
                (SELECT count(*) FROM runs.runs WHERE state = 'running') AS running,
                q.queued, q.queue_age, u.unpublished, u.unpublished_age, l.alive, l.overdue, l.dead
            FROM
                (SELECT count(*) AS queued,
                    coalesce(extract(epoch FROM clock_timestamp() - min(admitted_at)), 0)::float8 AS queue_age
                 FROM runs.runs WHERE state = 'queued') AS q,
                (SELECT count(*) AS unpublished,
                    coalesce(extract(epoch FROM clock_timestamp() - min(ended_at)), 0)::float8 AS unpublished_age
                 FROM runs.runs WHERE publish_after IS NOT NULL) AS u,
                (SELECT count(*) FILTER (WHERE NOT dead AND expires_at > clock_timestamp()) AS alive,
                    count(*) FILTER (WHERE NOT dead AND expires_at <= clock_timestamp()) AS overdue,
                    count(*) FILTER (WHERE dead) AS dead
                 FROM runs.leases) AS l
            """;

    private final Pool pool;

    RunStateSample(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<List<SampleValue>> take() {
        return pool.query(QUERY).execute().map(rows -> sampled(rows.iterator().next()));
    }

    private static List<SampleValue> sampled(Row row) {
        return List.of(
                SampleValue.count("runs.open", Map.of("state", "waiting"), row.getLong("waiting")),
                SampleValue.count("runs.open", Map.of("state", "queued"), row.getLong("queued")),
                SampleValue.count("runs.open", Map.of("state", "running"), row.getLong("running")),
                SampleValue.seconds("queue.age", row.getDouble("queue_age")),
                SampleValue.count("leases", Map.of("state", "alive"), row.getLong("alive")),
                SampleValue.count("leases", Map.of("state", "overdue"), row.getLong("overdue")),
                SampleValue.count("leases", Map.of("state", "dead"), row.getLong("dead")),
                SampleValue.count("unpublished", row.getLong("unpublished")),
                SampleValue.seconds("unpublished.age", row.getDouble("unpublished_age")));
    }
}
