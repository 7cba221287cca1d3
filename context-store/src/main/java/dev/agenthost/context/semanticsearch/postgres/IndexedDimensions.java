package dev.agenthost.context.semanticsearch.postgres;

import java.util.Optional;
import java.util.Set;

/**
 * How many numbers vectors may have that an index holds. Workspaces choose how long theirs are; those of more lengths than
 * {@value #MOST} are all looked at.
 *
 * @param indexed those that have an index
 * @param older those that have one of another kind, which an older version of the extension made, and none of this
 * @param longest that an index of this version can have
 */
record IndexedDimensions(Set<Integer> indexed, Set<Integer> older, int longest) {
    static final int MOST = 8;

    IndexedDimensions {
        indexed = Set.copyOf(indexed);
        older = Set.copyOf(older);
    }

    /** Whether vectors of so many numbers have no index and may get one. */
    boolean lacks(int length) {
        return !indexed.contains(length) && length <= mostOfANewOne();
    }

    /** The most numbers of vectors that may get an index; 0 where there are as many as may be. */
    int mostOfANewOne() {
        return indexed.size() < MOST ? longest : 0;
    }

    /** One that is to be indexed anew in the way of this version. */
    Optional<Integer> ofBefore() {
        return older.stream().filter(this::lacks).sorted().findFirst();
    }
}
