package dev.agenthost.walk.picture;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Characters of one style, as a platform shows them; a line feed ends a line. */
public record TextSpan(String text, Set<Style> styles) {
    /** A mark of characters. */
    public enum Style {
        BOLD,
        ITALIC,
        STRIKE,
        CODE,
        LINK
    }

    public TextSpan {
        styles = Set.copyOf(styles);
    }

    static TextSpan plain(String text) {
        return new TextSpan(text, Set.of());
    }

    TextSpan with(Style style) {
        EnumSet<Style> all = EnumSet.of(style);
        all.addAll(styles);
        return new TextSpan(text, all);
    }

    TextSpan withText(String other) {
        return new TextSpan(other, styles);
    }

    static String text(List<TextSpan> spans) {
        StringBuilder text = new StringBuilder();
        spans.forEach(span -> text.append(span.text()));
        return text.toString();
    }
}
