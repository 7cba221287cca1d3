package dev.agenthost.im.chat.text;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;
import org.commonmark.ext.gfm.strikethrough.Strikethrough;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;
import org.jspecify.annotations.Nullable;

/**
 * Writes a Markdown document as text with entities. Chats have no headings, lists and rules: a heading is bold, list items have
 * bullets or numbers, a rule is a line.
 */
final class MarkdownVisitor extends AbstractVisitor {
    private static final String RULE = "———";
    private static final String INDENT = "   ";
    private static final int DEEPEST = 100;

    private final FormattedTextBuilder out = new FormattedTextBuilder();
    private final Deque<ListPosition> lists = new ArrayDeque<>();
    private boolean isAfterMarker;
    private final Set<TextEntity.Type> open = EnumSet.noneOf(TextEntity.Type.class);
    private final int widestTable;
    private final TextEntity.Type headings;
    private int depth;

    /** @param widestTable cells of the widest table that is written in columns; 0 for none */
    MarkdownVisitor(int widestTable) {
        this(widestTable, TextEntity.Type.BOLD);
    }

    /** @param headings the mark of a heading */
    MarkdownVisitor(int widestTable, TextEntity.Type headings) {
        this.widestTable = widestTable;
        this.headings = headings;
    }

    FormattedText text() {
        return out.build();
    }

    /** Begins a block: after a blank line, within a list on a line of its own. */
    private void beginBlock() {
        if (!isAfterMarker) {
            out.breakLines(lists.isEmpty() ? 2 : 1);
        }
        isAfterMarker = false;
    }

    @Override
    public void visit(Paragraph paragraph) {
        boolean continuesItem = !isAfterMarker && !lists.isEmpty();
        beginBlock();
        if (continuesItem) {
            out.append(INDENT.repeat(lists.size()));
        }
        visitChildren(paragraph);
    }

    @Override
    public void visit(Heading heading) {
        beginBlock();
        marked(headings, heading, headings == TextEntity.Type.BOLD ? null : Integer.toString(heading.getLevel()));
    }

    @Override
    public void visit(BlockQuote quote) {
        beginBlock();
        // The first block of the quote follows at once.
        isAfterMarker = true;
        marked(TextEntity.Type.BLOCKQUOTE, quote);
        isAfterMarker = false;
    }

    @Override
    public void visit(FencedCodeBlock code) {
        String info = code.getInfo() == null ? "" : code.getInfo().strip();
        String language = info.split("\\s", 2)[0];
        code(code.getLiteral(), language.isEmpty() ? null : language);
    }

    @Override
    public void visit(IndentedCodeBlock code) {
        code(code.getLiteral(), null);
    }

    private void code(String literal, @Nullable String language) {
        beginBlock();
        int from = out.length();
        out.append(literal.stripTrailing());
        out.mark(TextEntity.Type.PRE, from, language);
    }

    @Override
    public void visit(BulletList list) {
        list(list, new ListPosition(null));
    }

    @Override
    public void visit(OrderedList list) {
        Integer first = list.getMarkerStartNumber();
        list(list, new ListPosition(first == null ? 1 : first));
    }

    private void list(Node list, ListPosition position) {
        beginBlock();
        lists.push(position);
        visitChildren(list);
        lists.pop();
    }

    @Override
    public void visit(ListItem item) {
        out.breakLines(1);
        ListPosition position = lists.getFirst();
        out.append(INDENT.repeat(lists.size() - 1)).append(position.marker(lists.size()));
        isAfterMarker = true;
        visitChildren(item);
        isAfterMarker = false;
    }

    @Override
    public void visit(ThematicBreak rule) {
        beginBlock();
        out.append(RULE);
    }

    @Override
    public void visit(CustomBlock block) {
        if (block instanceof TableBlock table) {
            beginBlock();
            TableWriter.write(table, widestTable, out);
        } else {
            visitChildren(block);
        }
    }

    @Override
    public void visit(HtmlBlock html) {
        beginBlock();
        out.append(html.getLiteral().stripTrailing());
    }

    @Override
    public void visit(HtmlInline html) {
        out.append(html.getLiteral().matches("(?i)<br\\s*/?>") ? "\n" : html.getLiteral());
    }

    @Override
    public void visit(Text text) {
        out.append(text.getLiteral());
    }

    @Override
    public void visit(SoftLineBreak line) {
        out.append("\n");
    }

    @Override
    public void visit(HardLineBreak line) {
        out.append("\n");
    }

    @Override
    public void visit(Emphasis emphasis) {
        marked(TextEntity.Type.ITALIC, emphasis);
    }

    @Override
    public void visit(StrongEmphasis strong) {
        marked(TextEntity.Type.BOLD, strong);
    }

    @Override
    public void visit(CustomNode node) {
        if (node instanceof Strikethrough) {
            marked(TextEntity.Type.STRIKETHROUGH, node);
        } else {
            visitChildren(node);
        }
    }

    @Override
    public void visit(Code code) {
        int from = out.length();
        out.append(code.getLiteral());
        if (!open.contains(TextEntity.Type.TEXT_LINK)) {
            out.mark(TextEntity.Type.CODE, from, null);
        }
    }

    @Override
    public void visit(Link link) {
        linked(link, link.getDestination());
    }

    @Override
    public void visit(Image image) {
        linked(image, image.getDestination());
    }

    /** Links web addresses; any other address follows its text. An address without a text is its own text. */
    private void linked(Node node, String address) {
        int from = out.length();
        boolean isOutermost = open.add(TextEntity.Type.TEXT_LINK);
        visitChildren(node);
        boolean hasText = out.length() > from;
        if (!hasText) {
            out.append(address);
        }
        if (isOutermost && LinkTarget.isLinkable(address)) {
            out.mark(TextEntity.Type.TEXT_LINK, from, address);
        } else if (isOutermost && hasText && !address.isEmpty()) {
            out.append(" (").append(address).append(")");
        }
        if (isOutermost) {
            open.remove(TextEntity.Type.TEXT_LINK);
        }
    }

    /** Marks the children. A mark within one of its own type adds nothing. */
    private void marked(TextEntity.Type type, Node node) {
        marked(type, node, null);
    }

    private void marked(TextEntity.Type type, Node node, @Nullable String value) {
        int from = out.length();
        boolean isOutermost = open.add(type);
        visitChildren(node);
        if (isOutermost) {
            out.mark(type, from, value);
            open.remove(type);
        }
    }

    /** Visits the children; far down, where a stack might end, only their texts are written. */
    @Override
    protected void visitChildren(Node parent) {
        if (depth > DEEPEST) {
            writeTexts(parent);
            return;
        }
        depth++;
        super.visitChildren(parent);
        depth--;
    }

    private void writeTexts(Node parent) {
        Node node = parent.getFirstChild();
        while (node != null) {
            if (node instanceof Text text) {
                out.append(text.getLiteral());
            } else if (node instanceof Code code) {
                out.append(code.getLiteral());
            } else if (node instanceof SoftLineBreak || node instanceof HardLineBreak) {
                out.append("\n");
            }
            node = following(node, parent);
        }
    }

    /** Returns the next node below a parent, in the order of the document; null after the last one. */
    private static @Nullable Node following(Node node, Node parent) {
        if (node.getFirstChild() != null) {
            return node.getFirstChild();
        }
        Node current = node;
        while (current != parent && current.getNext() == null) {
            current = current.getParent();
        }
        return current == parent ? null : current.getNext();
    }
}
