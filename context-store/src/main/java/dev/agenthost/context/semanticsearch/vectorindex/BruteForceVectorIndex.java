package dev.agenthost.context.semanticsearch.vectorindex;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Compares a query with every vector of its scope, so that none is missed. What fits into the cache is read once for each revision of a
 * document; what does not is read slice by slice each time, and no more than one portion of slices is held.
 */
public final class BruteForceVectorIndex implements VectorIndex {
    private final VectorRepository rows;
    private final VectorCache cache;
    private final Executor workers;

    /** @param workers compare; event loops never do */
    public BruteForceVectorIndex(VectorRepository rows, VectorCache cache, Executor workers) {
        this.rows = rows;
        this.cache = cache;
        this.workers = workers;
    }

    @Override
    public Uni<List<ChunkHit>> nearest(RetrievalScope scope, String model, float[] query, int most) {
        return rows.documents(scope, model).emitOn(workers).onItem().transformToUni(documents -> {
            NearestChunks nearest = new NearestChunks(query, most);
            long all = documents.stream()
                    .mapToLong(VectorRepository.IndexedDocument::chunks)
                    .sum();
            boolean kept = cache.holds(all * query.length * Float.BYTES);
            List<ChunkRange> missing = new ArrayList<>();
            for (VectorRepository.IndexedDocument document : documents) {
                for (ChunkRange slice : ChunkRange.of(document)) {
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

    private Uni<Void> read(List<ChunkRange> portion, NearestChunks nearest, boolean kept, int dimensions) {
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
    private static List<List<ChunkRange>> portions(List<ChunkRange> slices) {
        List<List<ChunkRange>> portions = new ArrayList<>();
        List<ChunkRange> portion = new ArrayList<>();
        int chunks = 0;
        for (ChunkRange slice : slices) {
            if (chunks + slice.size() > ChunkRange.LARGEST && !portion.isEmpty()) {
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
