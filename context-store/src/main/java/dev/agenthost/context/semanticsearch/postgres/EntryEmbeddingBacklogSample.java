package dev.agenthost.context.semanticsearch.postgres;

import dev.agenthost.context.semanticsearch.indexing.Embedder;
import dev.agenthost.platform.observability.Sample;
import dev.agenthost.platform.observability.SampleValue;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;

/** {@code embedding.backlog}: entries that may still wait for their vectors, over all replicas. Counted once a minute: it reads every conversation that waits. */
@ApplicationScoped
class EntryEmbeddingBacklogSample implements Sample {
    private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

    private record Snapshot(List<SampleValue> waiting, long atNanos) {}

    private final Pool pool;
    private final Embedder embedder;
    private volatile Snapshot last = new Snapshot(List.of(), System.nanoTime() - MINUTE_NANOS);

    EntryEmbeddingBacklogSample(Pool pool, Embedder embedder) {
        this.pool = pool;
        this.embedder = embedder;
    }

    @Override
    public Uni<List<SampleValue>> take() {
        Snapshot snapshot = last;
        long now = System.nanoTime();
        if (now - snapshot.atNanos() < MINUTE_NANOS) {
            return Uni.createFrom().item(snapshot.waiting());
        }
        return pool.preparedQuery(EntryBacklogQueries.OF_ALL)
                .execute(Tuple.of(embedder.model()))
                .map(rows -> {
                    double waiting = rows.iterator().next().getLong(0);
                    List<SampleValue> found = List.of(SampleValue.count("embedding.backlog", waiting));
                    last = new Snapshot(found, now);
                    return found;
                });
    }
}
