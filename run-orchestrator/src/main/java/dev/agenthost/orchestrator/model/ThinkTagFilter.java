package dev.agenthost.orchestrator.model;

/**
 * Takes {@code <think>…</think>} out of a text that comes in pieces, cut anywhere. The possible beginning of a mark waits for the next
 * piece; a thought without an end is never shown.
 */
final class ThinkTagFilter {
    private static final String OPEN = "<think>";
    private static final String CLOSE = "</think>";

    private final StringBuilder held = new StringBuilder();
    private boolean inside;
    private boolean shown;

    /** Returns the text that may be shown now. */
    String next(String piece) {
        held.append(piece);
        StringBuilder out = new StringBuilder();
        while (true) {
            String mark = inside ? CLOSE : OPEN;
            int at = held.indexOf(mark);
            if (at < 0) {
                int keep = beginningOf(mark);
                if (!inside) {
                    out.append(held, 0, held.length() - keep);
                }
                held.delete(0, held.length() - keep);
                return show(out);
            }
            if (!inside) {
                out.append(held, 0, at);
            }
            held.delete(0, at + mark.length());
            inside = !inside;
        }
    }

    /** The end of the text: what was held back and was no mark. */
    String end() {
        String rest = inside ? "" : held.toString();
        held.setLength(0);
        return show(new StringBuilder(rest));
    }

    /** The blank lines between a thought and the answer are the thought's. */
    private String show(StringBuilder out) {
        if (shown) {
            return out.toString();
        }
        String text = out.toString().stripLeading();
        shown = !text.isEmpty();
        return text;
    }

    /** The number of last characters held that may be the beginning of the mark. */
    private int beginningOf(String mark) {
        for (int length = Math.min(mark.length() - 1, held.length()); length > 0; length--) {
            if (mark.startsWith(held.substring(held.length() - length))) {
                return length;
            }
        }
        return 0;
    }
}
