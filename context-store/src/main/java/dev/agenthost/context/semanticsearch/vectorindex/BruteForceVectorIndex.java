package dev.agenthost.context.semanticsearch.vectorindex;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Compares a query with every vector of its scope, so that none is missed. Scopes that fit into the cache are read once for each
 * revision of a document; larger ones are read slice by slice each time, with at most one portion of slices in memory.
 */
public final class BruteForceVectorIndex implements VectorIndex {
    private final VectorRepository rows;
    private final VectorCache cache;
    private final Executor workers;

    /** @param workers threads that compare, so that event loops never do */
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
            boolean isCached = cache.holds(all * query.length * Float.BYTES);
            List<ChunkRange> missing = new ArrayList<>();
            for (VectorRepository.IndexedDocument document : documents) {
                for (ChunkRange slice : ChunkRange.of(document)) {
                    float[] cached = cache.get(slice);
                    if (cached == null) {
                        missing.add(slice);
                    } else {
                        nearest.offer(slice, cached);
                    }
                }
            }
            return Multi.createFrom()
                    .iterable(portions(missing))
                    .onItem()
                    .transformToUniAndConcatenate(portion -> read(portion, nearest, isCached, query.length))
                    .onItem()
                    .ignoreAsUni()
                    .map(done -> nearest.hits());
        });
    }

    private Uni<Void> read(List<ChunkRange> portion, NearestChunks nearest, boolean isCached, int dimensions) {
        return rows.vectors(portion, dimensions)
                .emitOn(workers)
                .invoke(read -> read.forEach((slice, vectors) -> {
                    nearest.offer(slice, vectors);
                    if (isCached) {
                        cache.put(slice, vectors);
                    }
                }))
                .replaceWithVoid();
    }

    /** Splits into portions of about the maximum of a slice's chunks. */
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
