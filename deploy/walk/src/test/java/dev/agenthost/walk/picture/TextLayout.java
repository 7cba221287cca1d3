package dev.agenthost.walk.picture;

import dev.agenthost.walk.picture.TextSpan.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Breaks text into lines. Widths are those of Arial with a reserve, because a viewer has a font of its own. */
final class TextLayout {
    /** Widths of the characters from the space on, in thousandths of the font size (Arial). */
    private static final int[] WIDTHS = {
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556,
                556,
        556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556,
                833,
        722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500,
                556,
        556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500,
                334,
        260, 334, 584
    };

    private static final int OTHER = 600;
    private static final int WIDE = 1000;
    private static final int FIRST_WIDE = 0x2E80;
    private static final double FIXED = 0.602;
    private static final double BOLD = 1.1;
    private static final double RESERVE = 1.16;
    private static final double CODE_SIZE = 0.88;
    private static final Pattern WORD = Pattern.compile("\n|[^\\S\n]+|\\S+");

    private TextLayout() {}

    static double width(List<TextSpan> spans, double size) {
        return spans.stream().mapToDouble(span -> width(span, size)).sum();
    }

    private static double width(TextSpan span, double size) {
        if (span.styles().contains(Style.CODE)) {
            return fixedWidth(span.text(), size * CODE_SIZE);
        }
        double sum = span.text().codePoints().map(TextLayout::width).sum() / 1000.0 * size * RESERVE;
        return span.styles().contains(Style.BOLD) ? sum * BOLD : sum;
    }

    /** Returns the width of a text in a font of equal widths. */
    static double fixedWidth(String text, double size) {
        return text.codePoints()
                        .mapToDouble(each -> each < FIRST_WIDE ? FIXED : 1)
                        .sum()
                * size;
    }

    private static int width(int codePoint) {
        if (codePoint >= ' ' && codePoint - ' ' < WIDTHS.length) {
            return WIDTHS[codePoint - ' '];
        }
        return codePoint < FIRST_WIDE ? OTHER : WIDE;
    }

    /** Returns the lines, none of them wider; a longer word has a line of its own. */
    static List<List<TextSpan>> lines(List<TextSpan> spans, double width, double size) {
        List<List<TextSpan>> lines = new ArrayList<>();
        List<TextSpan> line = new ArrayList<>();
        for (TextSpan span : spans) {
            Matcher words = WORD.matcher(span.text());
            while (words.find()) {
                TextSpan word = span.withText(words.group());
                if (word.text().equals("\n")) {
                    lines.add(line);
                    line = new ArrayList<>();
                } else if (!line.isEmpty() && width(line, size) + width(word, size) > width) {
                    lines.add(line);
                    line = new ArrayList<>(word.text().isBlank() ? List.of() : List.of(word));
                } else {
                    append(line, word);
                }
            }
        }
        if (!line.isEmpty()) {
            lines.add(line);
        }
        return lines;
    }

    /** Words of one style are one span. */
    private static void append(List<TextSpan> line, TextSpan word) {
        if (!line.isEmpty() && line.getLast().styles().equals(word.styles())) {
            TextSpan last = line.removeLast();
            line.add(last.withText(last.text() + word.text()));
        } else {
            line.add(word);
        }
    }

    /** Returns lines of equal widths, cut at the last character that fits. */
    static List<String> fixedLines(String text, double width, double size) {
        int most = Math.max(1, (int) (width / size / FIXED));
        List<String> lines = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            String rest = line;
            while (rest.length() > most) {
                lines.add(rest.substring(0, most));
                rest = rest.substring(most);
            }
            lines.add(rest);
        }
        return lines;
    }
}
