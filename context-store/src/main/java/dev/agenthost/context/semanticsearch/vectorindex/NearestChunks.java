package dev.agenthost.context.semanticsearch.vectorindex;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Collects the nearest chunks among those offered; holds no more than these. */
final class NearestChunks {
    private record Scored(float score, ChunkHit hit) {}

    /** Worst first. */
    private static final Comparator<Scored> ORDER = Comparator.comparingDouble((Scored scored) -> scored.score())
            .thenComparing(Scored::hit, Comparator.reverseOrder());

    private final float[] query;
    private final int most;
    private final PriorityQueue<Scored> best = new PriorityQueue<>(ORDER);

    NearestChunks(float[] query, int most) {
        this.query = query;
        this.most = most;
    }

    void offer(ChunkRange slice, float[] vectors) {
        for (int i = 0; i < slice.size(); i++) {
            float score = Vectors.product(query, vectors, i * query.length);
            if (best.size() == most) {
                Scored worst = best.element();
                if (score < worst.score()) {
                    continue;
                }
            }
            best.add(new Scored(score, new ChunkHit(slice.document(), slice.low() + i)));
            if (best.size() > most) {
                best.remove();
            }
        }
    }

    /** Returns the chunks, best first. */
    List<ChunkHit> hits() {
        List<Scored> all = new ArrayList<>(best);
        all.sort(ORDER.reversed());
        return all.stream().map(Scored::hit).toList();
    }
}
