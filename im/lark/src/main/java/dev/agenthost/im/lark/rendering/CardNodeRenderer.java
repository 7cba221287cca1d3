package dev.agenthost.im.lark.rendering;

import java.util.Set;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BulletList;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Text;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.markdown.MarkdownNodeRendererContext;
import org.commonmark.renderer.markdown.MarkdownWriter;

/**
 * Writes the nodes that the markdown component reads differently from CommonMark, or not at all: texts, HTML, images, links and items
 * (https://open.feishu.cn/document/uAjLw4CM/ukzMukzMukzM/feishu-cards/card-json-v2-components/content-components/rich-text).
 */
final class CardNodeRenderer extends AbstractVisitor implements NodeRenderer {
    private static final int LEVEL = 4;

    private final MarkdownNodeRendererContext context;
    private final MarkdownWriter writer;
    private boolean isInLink;

    CardNodeRenderer(MarkdownNodeRendererContext context) {
        this.context = context;
        this.writer = context.getWriter();
    }

    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
        return Set.of(
                Text.class,
                HtmlInline.class,
                HtmlBlock.class,
                Image.class,
                Link.class,
                IndentedCodeBlock.class,
                LinkReferenceDefinition.class,
                ListItem.class);
    }

    @Override
    public void render(Node node) {
        node.accept(this);
    }

    @Override
    public void visit(Text text) {
        write(text.getLiteral());
    }

    @Override
    public void visit(HtmlInline html) {
        if (html.getLiteral().matches("(?i)<br\\s*/?>")) {
            writer.line();
        } else {
            write(html.getLiteral());
        }
    }

    @Override
    public void visit(HtmlBlock html) {
        String[] lines = html.getLiteral().stripTrailing().split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            if (i > 0) {
                writer.line();
            }
            write(lines[i].strip());
        }
        writer.block();
    }

    /** A fence ends where it says, whatever precedes it. */
    @Override
    public void visit(IndentedCodeBlock code) {
        String fence = CardBlocks.fence(code.getLiteral());
        writer.raw(fence);
        for (String line : code.getLiteral().stripTrailing().split("\n", -1)) {
            writer.line();
            writer.raw(line);
        }
        writer.line();
        writer.raw(fence);
        writer.block();
    }

    /** Four spaces are one level of a list. */
    @Override
    public void visit(ListItem item) {
        String marker = marker(item) + " ";
        writer.writePrefix(marker);
        writer.pushPrefix(" ".repeat(Math.max(LEVEL, marker.length())));
        if (item.getFirstChild() == null) {
            writer.block();
        }
        for (Node child = item.getFirstChild(); child != null; child = child.getNext()) {
            context.render(child);
        }
        writer.popPrefix();
    }

    private static String marker(ListItem item) {
        if (!(item.getParent() instanceof OrderedList list)) {
            String bullet = item.getParent() instanceof BulletList bullets ? bullets.getMarker() : null;
            return bullet == null ? "-" : bullet;
        }
        int number = list.getMarkerStartNumber() == null ? 1 : list.getMarkerStartNumber();
        for (Node before = item.getPrevious(); before != null; before = before.getPrevious()) {
            number++;
        }
        return number + (list.getMarkerDelimiter() == null ? "." : list.getMarkerDelimiter());
    }

    @Override
    public void visit(LinkReferenceDefinition definition) {
        // Its links have the address.
    }

    /** An image of the component has the key of an upload; an address of one would make the card invalid. */
    @Override
    public void visit(Image image) {
        linked(image, image.getDestination());
    }

    @Override
    public void visit(Link link) {
        linked(link, link.getDestination());
    }

    private void linked(Node node, String address) {
        if (isInLink) {
            renderChildren(node, address);
        } else if (CardText.isLinkable(address)) {
            isInLink = true;
            writer.raw("[");
            renderChildren(node, address);
            writer.raw(CardText.link("", address).substring(1));
            isInLink = false;
        } else {
            renderChildren(node, address);
            if (node.getFirstChild() != null && !address.isEmpty()) {
                write(" (" + address + ")");
            }
        }
    }

    /** An address without a text is its own text. */
    private void renderChildren(Node parent, String address) {
        if (parent.getFirstChild() == null) {
            writer.raw(CardText.escaped(address, false));
        }
        for (Node child = parent.getFirstChild(); child != null; child = child.getNext()) {
            context.render(child);
        }
    }

    private void write(String text) {
        boolean beginsLine = writer.isAtLineStart();
        writer.raw(isInLink ? CardText.escaped(text, beginsLine) : CardText.linked(text, beginsLine));
    }
}
