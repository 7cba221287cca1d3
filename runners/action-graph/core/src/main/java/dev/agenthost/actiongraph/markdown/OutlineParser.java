package dev.agenthost.actiongraph.markdown;

import dev.agenthost.actiongraph.markdown.MarkdownFence.Position;
import dev.agenthost.actiongraph.reference.SectionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.ListBlock;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.SourceSpan;
import org.commonmark.node.Text;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/** Finds fenced blocks and sections by the rules of CommonMark. */
public final class OutlineParser {
    /** Deepest nesting of lists and quotations; what is deeper is text. */
    private static final int MAX_OPEN_BLOCKS = 64;

    private static final Parser PARSER = Parser.builder()
            .includeSourceSpans(IncludeSourceSpans.BLOCKS)
            .maxOpenBlockParsers(MAX_OPEN_BLOCKS)
            .build();

    private final String text;
    private final List<MarkdownFence> fences = new ArrayList<>();
    private final Map<String, String> sections = new HashMap<>();
    private final Set<String> repeated = new HashSet<>();
    private final StringBuilder prose = new StringBuilder();

    private OutlineParser(String text) {
        this.text = text;
    }

    /** Parses a whole text. */
    public static MarkdownOutline parse(String text) {
        return new OutlineParser(text).outline(PARSER.parse(text));
    }

    private MarkdownOutline outline(Node document) {
        List<Node> blocks = children(document);
        for (int i = 0; i < blocks.size(); i++) {
            Node block = blocks.get(i);
            collectFences(block, Position.TOP);
            if (block instanceof Heading heading) {
                addSection(heading, blocks.subList(i + 1, blocks.size()));
            }
            if (!(block instanceof FencedCodeBlock
                    || block instanceof IndentedCodeBlock
                    || block instanceof BlockQuote)) {
                prose.append(text, start(block), end(block)).append('\n');
            }
        }
        repeated.forEach(sections::remove);
        return new MarkdownOutline(fences, sections, repeated, prose.toString());
    }

    private void collectFences(Node node, Position position) {
        if (node instanceof FencedCodeBlock fence) {
            boolean isClosed = fence.getClosingFenceLength() != null;
            String info = fence.getInfo() == null ? "" : fence.getInfo();
            fences.add(new MarkdownFence(info.strip(), fence.getLiteral(), isClosed, position));
        }
        Position inner =
                switch (node) {
                    case BlockQuote quote -> Position.QUOTATION;
                    case ListBlock list when position == Position.TOP -> Position.LIST;
                    default -> position;
                };
        children(node).forEach(child -> collectFences(child, inner));
    }

    /** A section ends before the next heading of its own or a higher level; a declaration in it is no part of it. */
    private void addSection(Heading heading, List<Node> following) {
        StringBuilder section = new StringBuilder();
        int from = end(heading);
        int end = text.length();
        for (Node block : following) {
            if (block instanceof Heading next && next.getLevel() <= heading.getLevel()) {
                end = start(next);
                break;
            }
            if (block instanceof FencedCodeBlock fence && isProtocol(fence)) {
                section.append(text, from, start(fence));
                from = end(fence);
            }
        }
        section.append(text, Math.min(from, end), end);
        String id = SectionId.normalize(plainText(heading));
        if (sections.put(id, section.toString().strip()) != null) {
            repeated.add(id);
        }
    }

    private static boolean isProtocol(FencedCodeBlock fence) {
        return fence.getInfo() != null && MarkdownFence.isProtocol(fence.getInfo());
    }

    private static String plainText(Node node) {
        StringBuilder plain = new StringBuilder();
        for (Node child : children(node)) {
            switch (child) {
                case Text part -> plain.append(part.getLiteral());
                case Code code -> plain.append(code.getLiteral());
                case SoftLineBreak lineBreak -> plain.append(' ');
                default -> plain.append(plainText(child));
            }
        }
        return plain.toString();
    }

    private static int start(Node block) {
        List<SourceSpan> spans = block.getSourceSpans();
        return spans.isEmpty() ? 0 : spans.getFirst().getInputIndex();
    }

    private static int end(Node block) {
        List<SourceSpan> spans = block.getSourceSpans();
        return spans.isEmpty()
                ? 0
                : spans.getLast().getInputIndex() + spans.getLast().getLength();
    }

    private static List<Node> children(Node parent) {
        List<Node> children = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNext()) {
            children.add(child);
        }
        return children;
    }
}
