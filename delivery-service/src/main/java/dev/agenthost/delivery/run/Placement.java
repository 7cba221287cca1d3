package dev.agenthost.delivery.run;

import dev.agenthost.protocol.id.StreamPosition;
import org.jspecify.annotations.Nullable;

/** The position of a result relative to the applied results of its run. */
public sealed interface Placement {

    /** The result is the next one: apply it. */
    record Higher() implements Placement {}

    /** The result was applied before, or is of an older attempt: drop it. */
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
