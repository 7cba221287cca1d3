package dev.agenthost.walk.picture;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/** Paints the blocks of one message below one another,. */
final class BlockPainter {
    static final double SIZE = 15;
    private static final double LINE = 21;
    private static final double EMPTY_LINE = 9;
    private static final double CODE_SIZE = 12.5;
    private static final double CODE_LINE = 18;
    private static final double GAP = 8;
    private static final double INDENT = 20;
    private static final double PADDING = 9;
    private static final double BUTTON = 32;
    private static final List<Double> HEADING_SIZES = List.of(19.0, 17.0, 16.0);

    private final SvgElements elements = new SvgElements();
    private final double left;
    private final double width;
    private final String body;
    private double y;
    private double widest;

    /**
     * @param top of the first block
     * @param isOfPerson true for the colour of a person's text
     */
    BlockPainter(double left, double top, double width, boolean isOfPerson) {
        this.left = left;
        this.width = width;
        body = isOfPerson ? "of-person" : "body";
        y = top;
    }

    SvgElements elements() {
        return elements;
    }

    double bottom() {
        return y;
    }

    /** Returns the width that the blocks need. */
    double widest() {
        return Math.min(width, widest);
    }

    void paint(List<ShownBlock> blocks) {
        for (int i = 0; i < blocks.size(); i++) {
            if (i > 0) {
                y += gap(blocks.get(i - 1), blocks.get(i));
            }
            paint(blocks.get(i));
        }
    }

    private static double gap(ShownBlock before, ShownBlock after) {
        return before instanceof ShownBlock.Item && after instanceof ShownBlock.Item ? 1 : GAP;
    }

    private void paint(ShownBlock block) {
        switch (block) {
            case ShownBlock.Paragraph text -> paragraph(text);
            case ShownBlock.Item item -> {
                double indent = INDENT * (item.depth() + 1);
                elements.text("body", left + indent - INDENT, y + SIZE, "start", item.marker());
                lines("body", item.spans(), left + indent, width - indent, SIZE);
            }
            case ShownBlock.Quotation quotation -> {
                double top = y;
                lines("body quoted", quotation.spans(), left + INDENT / 2, width - INDENT / 2, SIZE);
                elements.box("bar", left, top, 3, y - top, 1);
            }
            case ShownBlock.Code code -> code(code.text());
            case ShownBlock.Table table -> table(table.rows());
            case ShownBlock.Photo photo -> photo(photo.png());
            case ShownBlock.Buttons row -> buttons(row.buttons());
        }
    }

    private void paragraph(ShownBlock.Paragraph text) {
        if (text.heading() == 0) {
            lines(body, text.spans(), left, width, SIZE);
        } else {
            int level = Math.min(text.heading(), HEADING_SIZES.size());
            lines("heading h" + level, text.spans(), left, width, HEADING_SIZES.get(level - 1));
        }
    }

    private void lines(String classes, List<TextSpan> spans, double x, double most, double size) {
        for (List<TextSpan> line : TextLayout.lines(spans, most, size)) {
            if (line.isEmpty()) {
                y += EMPTY_LINE;
                continue;
            }
            y += LINE;
            elements.line(classes, x, y - LINE + SIZE + 1, line);
            widest = Math.max(widest, x - left + TextLayout.width(line, size));
        }
    }

    private void code(String text) {
        List<String> lines = TextLayout.fixedLines(text, width - 2 * PADDING, CODE_SIZE);
        double height = lines.size() * CODE_LINE + 2 * PADDING - 4;
        elements.box("code-box", left, y, width, height, 6);
        for (int i = 0; i < lines.size(); i++) {
            elements.line(
                    "mono", left + PADDING, y + PADDING + 11 + i * CODE_LINE, List.of(TextSpan.plain(lines.get(i))));
        }
        y += height;
        widest = width;
    }

    private void table(List<List<List<TextSpan>>> rows) {
        int columns = rows.getFirst().size();
        double[] widths = IntStream.range(0, columns)
                .mapToDouble(column -> rows.stream()
                                .mapToDouble(row -> TextLayout.width(bold(row.get(column)), SIZE))
                                .max()
                                .orElse(0)
                        + 2 * PADDING)
                .toArray();
        double whole =
                IntStream.range(0, columns).mapToDouble(each -> widths[each]).sum();
        double rowHeight = LINE + PADDING;
        elements.box("table", left, y, whole, rows.size() * rowHeight, 6);
        for (int i = 0; i < rows.size(); i++) {
            double x = left + PADDING;
            for (int column = 0; column < columns; column++) {
                elements.line(
                        i == 0 ? "heading" : "body",
                        x,
                        y + SIZE + PADDING / 2 + 1,
                        rows.get(i).get(column));
                x += widths[column];
            }
            y += rowHeight;
            if (i + 1 < rows.size()) {
                elements.box("rule", left, y - 0.5, whole, 1, 0);
            }
        }
        widest = Math.max(widest, whole);
    }

    /** The head of a table is bold. */
    private static List<TextSpan> bold(List<TextSpan> cell) {
        return cell.stream().map(span -> span.with(TextSpan.Style.BOLD)).toList();
    }

    private void photo(byte[] png) {
        try {
            var image = ImageIO.read(new ByteArrayInputStream(png));
            double height = width * image.getHeight() / image.getWidth();
            elements.image(png, left, y, width, height);
            y += height;
            widest = width;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void buttons(List<ShownBlock.Button> buttons) {
        double each = (width - GAP * (buttons.size() - 1)) / buttons.size();
        double x = left;
        boolean isPressed = false;
        for (ShownBlock.Button button : buttons) {
            String tone =
                    switch (button.tone()) {
                        case NEUTRAL -> "neutral";
                        case PRIMARY -> "primary";
                        case DANGER -> "danger";
                        case DISABLED -> "disabled";
                    };
            if (button.isPressed()) {
                elements.box("press", x - 3, y - 3, each + 6, BUTTON + 6, 10);
                isPressed = true;
            }
            elements.box("button " + tone, x, y, each, BUTTON, 7);
            String label = button.tone() == ShownBlock.Button.Tone.DISABLED ? "small" : "label on-" + tone;
            elements.text(label, x + each / 2, y + BUTTON / 2 + 5, "middle", button.label());
            x += each + GAP;
        }
        y += BUTTON;
        if (isPressed) {
            y += 18;
            double middle = left
                    + buttons.stream().takeWhile(button -> !button.isPressed()).count() * (each + GAP)
                    + each / 2;
            elements.text("small", middle, y - 2, "middle", "pressed by Ada");
        }
        widest = width;
    }
}
