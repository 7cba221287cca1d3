package dev.agenthost.binding.publication.postgres;

import dev.agenthost.platform.observability.Sample;
import dev.agenthost.platform.observability.SampleValue;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;

/** Measures unpublished records of all replicas: {@code unpublished} by store, {@code unpublished.age} of the oldest. */
@ApplicationScoped
class UnpublishedSample implements Sample {
    private static final String QUESTION = """
            select count(*) as resolutions,
                coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age,
                (select count(*) from bindings.outbox) as outbox
            from bindings.resolutions where not published
            """;

    private final Pool pool;

    UnpublishedSample(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<List<SampleValue>> take() {
        return pool.query(QUESTION).execute().map(rows -> {
            Row row = rows.iterator().next();
            return List.of(
                    SampleValue.count("unpublished", Map.of("store", "resolutions"), row.getLong("resolutions")),
                    SampleValue.count("unpublished", Map.of("store", "outbox"), row.getLong("outbox")),
                    SampleValue.seconds("unpublished.age", row.getDouble("age")));
        });
    }
}
