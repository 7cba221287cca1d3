package dev.agenthost.delivery.run;

import dev.agenthost.protocol.id.StreamPosition;
import org.jspecify.annotations.Nullable;

/** Where a result stands to what was applied of its run before. */
public sealed interface Placement {

    /** It comes next: apply it. */
    record Higher() implements Placement {}

    /** Applied before, or of an older attempt: drop it. */
    record NotHigher() implements Placement {}

    /** The run has ended: drop it. */
    record AfterEnd() implements Placement {}

    /** Places one result; {@code highest} is null for the first of a run. */
    static Placement of(@Nullable StreamPosition highest, boolean ended, StreamPosition position) {
        if (ended) {
            return new AfterEnd();
        }
        return highest == null || position.compareTo(highest) > 0 ? new Higher() : new NotHigher();
    }
}
