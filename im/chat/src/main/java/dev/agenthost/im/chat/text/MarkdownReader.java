package dev.agenthost.im.chat.text;

import java.util.List;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Node;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/** Reads Markdown, with tables and strikethrough of GitHub's dialect, as a text with entities. Every text is valid Markdown. */
public final class MarkdownReader {
    /** Deeper nesting stays text: a message of a model must not exhaust the stack. */
    private static final int DEEPEST = 50;

    private static final Parser PARSER = Parser.builder()
            .extensions(List.of(TablesExtension.create(), StrikethroughExtension.create()))
            .includeSourceSpans(IncludeSourceSpans.NONE)
            .maxOpenBlockParsers(DEEPEST)
            .build();

    private MarkdownReader() {}

    /** Returns the text without markup, and its entities. */
    public static FormattedText read(String markdown) {
        return read(markdown, TableWriter.PHONE_WIDTH);
    }

    /** Returns the text as {@link #read(String)} does, for a platform with headings: they are marked as such, and are not bold. */
    public static FormattedText readWithHeadings(String markdown) {
        return read(parse(markdown), new MarkdownVisitor(TableWriter.PHONE_WIDTH, TextEntity.Type.HEADING));
    }

    /** Returns the text as {@link #readWithHeadings} does, for a platform without a font of fixed width. */
    public static FormattedText readWithHeadingsWithoutColumns(String markdown) {
        return read(parse(markdown), new MarkdownVisitor(0, TextEntity.Type.HEADING));
    }

    /** Returns the text for a platform without a font of fixed width: each table is a list of its rows. */
    public static FormattedText readWithoutColumns(String markdown) {
        return read(markdown, 0);
    }

    /** Returns the document, for a platform with a dialect of Markdown. */
    public static Node parse(String markdown) {
        return PARSER.parse(PlainCharacters.of(markdown));
    }

    /** Returns the text of a node as {@link #readWithoutColumns} returns that of a document. */
    public static FormattedText textOf(Node node) {
        return read(node, 0);
    }

    private static FormattedText read(String markdown, int widestTable) {
        return read(parse(markdown), widestTable);
    }

    private static FormattedText read(Node node, int widestTable) {
        return read(node, new MarkdownVisitor(widestTable));
    }

    private static FormattedText read(Node node, MarkdownVisitor visitor) {
        node.accept(visitor);
        return visitor.text();
    }
}
