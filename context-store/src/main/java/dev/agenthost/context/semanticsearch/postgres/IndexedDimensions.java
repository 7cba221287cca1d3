package dev.agenthost.context.semanticsearch.postgres;

import java.util.Optional;
import java.util.Set;

/**
 * The lengths of vectors that have an index. Workspaces choose the lengths of theirs; beyond {@value #MOST} lengths, searches compare
 * every vector.
 *
 * @param indexed lengths with an index
 * @param older lengths whose only index is of another kind, made by an older version of the extension
 * @param longest length that an index of this version supports
 */
record IndexedDimensions(Set<Integer> indexed, Set<Integer> older, int longest) {
    static final int MOST = 8;

    IndexedDimensions {
        indexed = Set.copyOf(indexed);
        older = Set.copyOf(older);
    }

    /** Returns true if vectors of this length have no index and may get one. */
    boolean lacks(int length) {
        return !indexed.contains(length) && length <= mostOfANewOne();
    }

    /** Returns the greatest length that may get an index; 0 if no further index is allowed. */
    int mostOfANewOne() {
        return indexed.size() < MOST ? longest : 0;
    }

    /** Returns a length that needs a new index of this version. */
    Optional<Integer> ofBefore() {
        return older.stream().filter(this::lacks).sorted().findFirst();
    }
}
