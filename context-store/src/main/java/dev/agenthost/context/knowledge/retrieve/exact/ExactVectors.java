package dev.agenthost.context.knowledge.retrieve.exact;

import dev.agenthost.context.knowledge.retrieve.Hit;
import dev.agenthost.context.knowledge.retrieve.Scope;
import dev.agenthost.context.knowledge.retrieve.VectorIndex;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Compares a query with every vector of its scope, so that none is missed. What fits into the cache is read once for each revision of a
 * document; what does not is read slice by slice each time, and no more than one portion of slices is held.
 */
public final class ExactVectors implements VectorIndex {
    private final VectorRows rows;
    private final VectorCache cache;
    private final Executor workers;

    /** @param workers compare; event loops never do */
    public ExactVectors(VectorRows rows, VectorCache cache, Executor workers) {
        this.rows = rows;
        this.cache = cache;
        this.workers = workers;
    }

    @Override
    public Uni<List<Hit>> nearest(Scope scope, String model, float[] query, int most) {
        return rows.documents(scope, model).emitOn(workers).onItem().transformToUni(documents -> {
            Nearest nearest = new Nearest(query, most);
            long all = documents.stream()
                    .mapToLong(VectorRows.IndexedDocument::chunks)
                    .sum();
            boolean kept = cache.holds(all * query.length * Float.BYTES);
            List<Slice> missing = new ArrayList<>();
            for (VectorRows.IndexedDocument document : documents) {
                for (Slice slice : Slice.of(document)) {
                    float[] held = cache.get(slice);
                    if (held == null) {
                        missing.add(slice);
                    } else {
                        nearest.look(slice, held);
                    }
                }
            }
            return Multi.createFrom()
                    .iterable(portions(missing))
                    .onItem()
                    .transformToUniAndConcatenate(portion -> read(portion, nearest, kept, query.length))
                    .onItem()
                    .ignoreAsUni()
                    .map(done -> nearest.hits());
        });
    }

    private Uni<Void> read(List<Slice> portion, Nearest nearest, boolean kept, int dimensions) {
        return rows.vectors(portion, dimensions)
                .emitOn(workers)
                .invoke(read -> read.forEach((slice, vectors) -> {
                    nearest.look(slice, vectors);
                    if (kept) {
                        cache.put(slice, vectors);
                    }
                }))
                .replaceWithVoid();
    }

    /** Of about as many chunks each as a slice has at most. */
    private static List<List<Slice>> portions(List<Slice> slices) {
        List<List<Slice>> portions = new ArrayList<>();
        List<Slice> portion = new ArrayList<>();
        int chunks = 0;
        for (Slice slice : slices) {
            if (chunks + slice.size() > Slice.LARGEST && !portion.isEmpty()) {
                portions.add(portion);
                portion = new ArrayList<>();
                chunks = 0;
            }
            portion.add(slice);
            chunks += slice.size();
        }
        if (!portion.isEmpty()) {
            portions.add(portion);
        }
        return portions;
    }
}
