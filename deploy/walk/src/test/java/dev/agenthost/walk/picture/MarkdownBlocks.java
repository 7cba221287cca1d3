package dev.agenthost.walk.picture;

import dev.agenthost.walk.picture.TextSpan.Style;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.ext.gfm.strikethrough.Strikethrough;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.ListBlock;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/** Reads the Markdown of a platform, by a parser that no renderer of the host is part of. */
final class MarkdownBlocks {
    private static final Parser PARSER = Parser.builder()
            .extensions(List.of(TablesExtension.create(), StrikethroughExtension.create()))
            .build();

    private MarkdownBlocks() {}

    static List<ShownBlock> of(String markdown) {
        List<ShownBlock> blocks = new ArrayList<>();
        children(PARSER.parse(markdown)).forEach(block -> add(block, 0, blocks));
        return blocks;
    }

    private static void add(Node block, int depth, List<ShownBlock> blocks) {
        switch (block) {
            case Heading heading -> blocks.add(new ShownBlock.Paragraph(spans(heading), heading.getLevel()));
            case Paragraph paragraph -> blocks.add(new ShownBlock.Paragraph(spans(paragraph), 0));
            case FencedCodeBlock code ->
                blocks.add(new ShownBlock.Code(code.getLiteral().stripTrailing()));
            case IndentedCodeBlock code ->
                blocks.add(new ShownBlock.Code(code.getLiteral().stripTrailing()));
            case BlockQuote quote ->
                blocks.add(new ShownBlock.Quotation(children(quote).stream()
                        .flatMap(child -> spans(child).stream())
                        .toList()));
            case ListBlock list -> addItems(list, depth, blocks);
            case TableBlock table -> blocks.add(new ShownBlock.Table(rows(table)));
            default -> throw new IllegalArgumentException("Markdown that has no drawing: " + block);
        }
    }

    private static void addItems(ListBlock list, int depth, List<ShownBlock> blocks) {
        int number = list instanceof OrderedList ordered && ordered.getMarkerStartNumber() != null
                ? ordered.getMarkerStartNumber()
                : 1;
        for (Node item : children(list)) {
            String marker = list instanceof BulletList ? "•" : number++ + ".";
            for (Node child : children(item)) {
                if (child instanceof Paragraph) {
                    blocks.add(new ShownBlock.Item(child.getPrevious() == null ? marker : "", depth, spans(child)));
                } else {
                    add(child, depth + 1, blocks);
                }
            }
        }
    }

    private static List<List<List<TextSpan>>> rows(TableBlock table) {
        return children(table).stream()
                .flatMap(part -> children(part).stream())
                .map(row -> children(row).stream().map(MarkdownBlocks::spans).toList())
                .toList();
    }

    private static List<TextSpan> spans(Node parent) {
        return children(parent).stream()
                .flatMap(child -> inline(child).stream())
                .toList();
    }

    private static List<TextSpan> inline(Node node) {
        return switch (node) {
            case Text text -> List.of(TextSpan.plain(text.getLiteral()));
            case Code code -> List.of(TextSpan.plain(code.getLiteral()).with(Style.CODE));
            case SoftLineBreak lineBreak -> List.of(TextSpan.plain("\n"));
            case HardLineBreak lineBreak -> List.of(TextSpan.plain("\n"));
            case Emphasis emphasis -> styled(emphasis, Style.ITALIC);
            case StrongEmphasis strong -> styled(strong, Style.BOLD);
            case Strikethrough strike -> styled(strike, Style.STRIKE);
            case Link link -> styled(link, Style.LINK);
            default -> throw new IllegalArgumentException("Markdown that has no drawing: " + node);
        };
    }

    private static List<TextSpan> styled(Node node, Style style) {
        return spans(node).stream().map(span -> span.with(style)).toList();
    }

    private static List<Node> children(Node parent) {
        List<Node> children = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNext()) {
            children.add(child);
        }
        return children;
    }
}
