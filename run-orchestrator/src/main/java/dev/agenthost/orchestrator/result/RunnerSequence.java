package dev.agenthost.orchestrator.result;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The numbers one runner gave its results. They serve to find duplicates only: what is published is numbered by the host, in {@link ResultBuffer}.
 * Remembers skipped numbers as ranges, at most {@value #MOST_RANGES}; beyond that the oldest count as seen.
 */
final class RunnerSequence {
    private static final int MOST_RANGES = 1024;

    private final TreeMap<Long, Long> skipped = new TreeMap<>();
    private long highest;
    private boolean terminal;

    SequenceCheck place(@Nullable Long sequence) {
        if (terminal) {
            return new SequenceCheck.AfterTerminal();
        }
        long expected = highest == Long.MAX_VALUE ? highest : highest + 1;
        if (sequence == null || sequence < 1) {
            highest = expected;
            return new SequenceCheck.Unnumbered();
        }
        if (sequence <= highest) {
            return fill(sequence) ? new SequenceCheck.Late(expected) : new SequenceCheck.Duplicate();
        }
        highest = sequence;
        if (sequence == expected) {
            return new SequenceCheck.Next();
        }
        skip(expected, sequence - 1);
        return new SequenceCheck.Gap(expected);
    }

    void terminal() {
        terminal = true;
    }

    private void skip(long from, long to) {
        skipped.put(from, to);
        if (skipped.size() > MOST_RANGES) {
            skipped.pollFirstEntry();
        }
    }

    private boolean fill(long sequence) {
        Map.Entry<Long, Long> range = skipped.floorEntry(sequence);
        if (range == null || range.getValue() < sequence) {
            return false;
        }
        long from = range.getKey();
        long to = range.getValue();
        skipped.remove(from);
        if (from < sequence) {
            skipped.put(from, sequence - 1);
        }
        if (sequence < to) {
            skipped.put(sequence + 1, to);
        }
        return true;
    }
}
