package dev.agenthost.walk.picture;

import dev.agenthost.walk.picture.TextSpan.Style;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/** Elements of an SVG, in the order in which they are painted; the classes are those of {@link ChatSvg}. */
final class SvgElements {
    private final StringBuilder svg = new StringBuilder();

    /** @param classes names of its styles */
    void box(String classes, double x, double y, double width, double height, int radius) {
        add(
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%d\"/>",
                classes, x, y, width, height, radius);
    }

    /** @param anchor {@code start}, {@code middle} or {@code end} */
    void text(String classes, double x, double y, String anchor, String text) {
        add(
                "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
                classes, x, y, anchor, escaped(text));
    }

    /** Writes a line of which every span has its style. */
    void line(String classes, double x, double y, List<TextSpan> spans) {
        StringBuilder line = new StringBuilder();
        for (TextSpan span : spans) {
            List<String> styles = new ArrayList<>();
            for (Style style : Style.values()) {
                if (span.styles().contains(style)) {
                    styles.add(style.name().toLowerCase(Locale.ROOT));
                }
            }
            line.append(
                    styles.isEmpty()
                            ? escaped(span.text())
                            : "<tspan class=\"" + String.join(" ", styles) + "\">" + escaped(span.text()) + "</tspan>");
        }
        add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" xml:space=\"preserve\">%s</text>", classes, x, y, line);
    }

    void image(byte[] png, double x, double y, double width, double height) {
        add(
                "<image x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" href=\"data:image/png;base64,%s\"/>",
                x, y, width, height, Base64.getEncoder().encodeToString(png));
    }

    void append(SvgElements others) {
        svg.append(others.svg);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    @Override
    public String toString() {
        return svg.toString();
    }
}
