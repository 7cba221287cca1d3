package dev.agenthost.binding.resolution;

import java.util.List;

/** What became of rows that were to be kept. */
public sealed interface BatchWriteOutcome {
    /** @param kept for each row, in order; a later row of the same list counts as a repetition of an earlier */
    record Done(List<RowWriteOutcome> kept) implements BatchWriteOutcome {}

    /** Bindings changed after those that the rows were resolved with: resolve again, and keep that. */
    record Outdated() implements BatchWriteOutcome {}
}
