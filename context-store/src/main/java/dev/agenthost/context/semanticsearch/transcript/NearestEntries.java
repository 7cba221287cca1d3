package dev.agenthost.context.semanticsearch.transcript;

import dev.agenthost.context.semanticsearch.vectorindex.Vectors;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Collects the entries nearest to a query among those offered; holds no more than these. Of equals the newest is first. */
public final class NearestEntries {
    private record Scored(float score, EntryPosition position) {}

    private static final Comparator<Scored> BEST_FIRST =
            Comparator.comparingDouble(Scored::score).reversed().thenComparing(Scored::position);

    private final float[] query;
    private final int most;
    private final PriorityQueue<Scored> worstFirst = new PriorityQueue<>(BEST_FIRST.reversed());

    public NearestEntries(float[] query, int most) {
        this.query = query;
        this.most = most;
    }

    /** Offers an entry. Ignores a vector of another length than the query's, because they are not comparable. */
    public void offer(EntryPosition position, float[] vector) {
        if (vector.length == query.length) {
            worstFirst.add(new Scored(Vectors.product(query, vector, 0), position));
            if (worstFirst.size() > most) {
                worstFirst.remove();
            }
        }
    }

    /** Returns the positions, the best first. */
    public List<EntryPosition> positions() {
        List<Scored> all = new ArrayList<>(worstFirst);
        all.sort(BEST_FIRST);
        return all.stream().map(Scored::position).toList();
    }
}
