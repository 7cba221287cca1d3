package dev.agenthost.actiongraph.expansion;

import java.util.ArrayList;
import java.util.List;

/**
 * Consecutive lines of a text.
 *
 * @param from first line, from 1
 * @param to last line, not before {@code from}
 */
public record LineRange(int from, int to) {
    public LineRange {
        if (from < 1 || to < from) {
            throw new IllegalArgumentException(
                    "A range of lines begins at 1 or later and does not end before it begins");
        }
    }

    /** The line with those before and after it, as far as they exist. */
    static LineRange around(int line, int context, LineRange within) {
        return new LineRange(
                Math.max(within.from(), line - context), (int) Math.min(within.to(), (long) line + context));
    }

    /** The same lines, with ranges that touch joined; the ranges are in order of their beginnings. */
    static List<LineRange> joined(List<LineRange> ranges) {
        List<LineRange> joined = new ArrayList<>();
        for (LineRange range : ranges) {
            LineRange last = joined.isEmpty() ? null : joined.getLast();
            if (last != null && range.from() <= last.to() + 1) {
                joined.set(joined.size() - 1, new LineRange(last.from(), Math.max(last.to(), range.to())));
            } else {
                joined.add(range);
            }
        }
        return joined;
    }
}
