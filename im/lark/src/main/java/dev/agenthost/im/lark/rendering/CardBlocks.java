package dev.agenthost.im.lark.rendering;

import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.chat.text.TextSplitter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.BulletList;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.markdown.MarkdownNodeRendererContext;
import org.commonmark.renderer.markdown.MarkdownNodeRendererFactory;
import org.commonmark.renderer.markdown.MarkdownRenderer;
import org.jspecify.annotations.Nullable;

/** Writes Markdown as blocks of the markdown component, each within the size of a card. */
final class CardBlocks {
    /** Most bytes that one UTF-16 unit takes in the JSON of a card. */
    private static final int MOST_BYTES_OF_CHAR = 6;

    private static final MarkdownRenderer RENDERER = MarkdownRenderer.builder()
            .nodeRendererFactory(new MarkdownNodeRendererFactory() {
                @Override
                public NodeRenderer create(MarkdownNodeRendererContext context) {
                    return new CardNodeRenderer(context);
                }

                @Override
                public Set<Character> getSpecialCharacters() {
                    return Set.of();
                }
            })
            .extensions(List.of(TablesExtension.create(), StrikethroughExtension.create()))
            .build();

    private CardBlocks() {}

    /**
     * A block in the dialect of the component.
     *
     * @param continues true for a further piece of a block that is larger than a card
     */
    record Block(String text, boolean isTable, boolean continues) {}

    /** @param mostBytes of one block in the JSON of a card, at least 256 */
    static List<Block> of(String markdown, int mostBytes) {
        List<Block> blocks = new ArrayList<>();
        Node before = null;
        for (Node node = MarkdownReader.parse(markdown).getFirstChild(); node != null; node = node.getNext()) {
            boolean isShown = !(node instanceof LinkReferenceDefinition)
                    && !MarkdownReader.textOf(node).isBlank();
            if (isShown) {
                separate(before, node);
                add(node, mostBytes, blocks);
                before = node;
            }
        }
        return blocks;
    }

    /** Two lists of one marker, between which nothing is shown, would be one. */
    private static void separate(@Nullable Node before, Node node) {
        if (before instanceof BulletList one
                && node instanceof BulletList other
                && Objects.equals(one.getMarker(), other.getMarker())) {
            other.setMarker("-".equals(one.getMarker()) ? "*" : "-");
        }
        if (before instanceof OrderedList one
                && node instanceof OrderedList other
                && Objects.equals(one.getMarkerDelimiter(), other.getMarkerDelimiter())) {
            other.setMarkerDelimiter(".".equals(one.getMarkerDelimiter()) ? ")" : ".");
        }
    }

    private static void add(Node node, int mostBytes, List<Block> blocks) {
        String plain = MarkdownReader.textOf(node).text();
        String written = RENDERER.render(node).strip();
        if (!isSame(plain, written)) {
            addPlain(plain, mostBytes, blocks);
        } else if (LarkCards.sizeOf(written) <= mostBytes) {
            blocks.add(new Block(written, node instanceof TableBlock, false));
        } else if (node instanceof FencedCodeBlock code) {
            String info = code.getInfo() == null ? "" : code.getInfo();
            addCode(code.getLiteral(), info.replace("`", ""), mostBytes, blocks);
        } else if (node instanceof IndentedCodeBlock code) {
            addCode(code.getLiteral(), "", mostBytes, blocks);
        } else {
            addPlain(plain, mostBytes, blocks);
        }
    }

    /** Markup that does not survive the way to the dialect and back would show another text than the transcript has. */
    private static boolean isSame(String plain, String written) {
        return withoutSpace(plain)
                .equals(withoutSpace(MarkdownReader.readWithoutColumns(written).text()));
    }

    private static void addPlain(String plain, int mostBytes, List<Block> blocks) {
        List<String> pieces = List.of();
        for (int chars = mostBytes; chars >= mostBytes / MOST_BYTES_OF_CHAR / 2; chars /= 2) {
            pieces = TextSplitter.split(FormattedText.plain(plain), chars).stream()
                    .map(piece -> CardText.escaped(piece.text(), true))
                    .toList();
            if (pieces.stream().allMatch(piece -> LarkCards.sizeOf(piece) <= mostBytes)) {
                break;
            }
        }
        for (int i = 0; i < pieces.size(); i++) {
            blocks.add(new Block(pieces.get(i), false, i > 0));
        }
    }

    private static void addCode(String code, String info, int mostBytes, List<Block> blocks) {
        String fence = fence(code);
        int chars = (mostBytes - LarkCards.sizeOf(fence + info + "\n\n" + fence)) / MOST_BYTES_OF_CHAR;
        String stripped = code.stripTrailing();
        int from = 0;
        while (from < stripped.length()) {
            int to = end(stripped, from, Math.max(2, chars));
            String piece = stripped.substring(from, to);
            if (!piece.isBlank()) {
                blocks.add(new Block(fence + info + "\n" + piece.stripTrailing() + "\n" + fence, false, from > 0));
            }
            from = to;
        }
    }

    /** Returns the end of the last line within the limit, else of the last code point. */
    private static int end(String code, int from, int chars) {
        if (code.length() - from <= chars) {
            return code.length();
        }
        int line = code.lastIndexOf('\n', from + chars - 1);
        if (line > from) {
            return line + 1;
        }
        int to = from + chars;
        return Character.isHighSurrogate(code.charAt(to - 1)) ? to - 1 : to;
    }

    /** Returns a fence that the code does not contain. */
    static String fence(String code) {
        int longest = 2;
        int run = 0;
        for (int i = 0; i < code.length(); i++) {
            run = code.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return "`".repeat(longest + 1);
    }

    static String withoutSpace(String text) {
        return text.replaceAll("\\s", "");
    }
}
