package dev.agenthost.actiongraph.expansion;

import java.util.List;

/**
 * A part of a stored text.
 *
 * @param text the lines, each range with a heading such as {@code [lines 3-9 of 120]}; it states what is missing
 * @param ranges the ranges of lines that were asked for and begin in {@code text}
 * @param totalLines lines of the whole text
 */
public record TextExcerpt(String text, List<LineRange> ranges, int totalLines) {
    public TextExcerpt {
        ranges = List.copyOf(ranges);
    }
}
