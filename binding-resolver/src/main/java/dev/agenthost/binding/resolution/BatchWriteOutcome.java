package dev.agenthost.binding.resolution;

import java.util.List;

/** The outcome of storing rows. */
public sealed interface BatchWriteOutcome {
    /**
     * The rows were processed.
     *
     * @param kept for each row, in order; a later row of the same list counts as a repetition of an earlier
     */
    record Done(List<RowWriteOutcome> kept) implements BatchWriteOutcome {}

    /** A binding changed after the revision of the resolution: resolve and store again. */
    record Outdated() implements BatchWriteOutcome {}
}
