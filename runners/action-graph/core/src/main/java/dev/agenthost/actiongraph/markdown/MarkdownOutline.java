package dev.agenthost.actiongraph.markdown;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The structure of a Markdown text, as far as carriers need it.
 *
 * @param fences all fenced blocks in their order, those inside of lists and quotations included
 * @param sections the text below each heading, by the normalised id of the heading; headings that occur once
 * @param repeatedSections the ids of headings that occur more than once; a reference to one of them is ambiguous
 * @param prose the text outside of code blocks and quotations
 */
public record MarkdownOutline(
        List<MarkdownFence> fences, Map<String, String> sections, Set<String> repeatedSections, String prose) {
    public MarkdownOutline {
        fences = List.copyOf(fences);
        sections = Map.copyOf(sections);
        repeatedSections = Set.copyOf(repeatedSections);
    }
}
