package dev.agenthost.orchestrator.model;

/**
 * Removes {@code <think>…</think>} from a text that arrives in pieces with arbitrary boundaries. The possible beginning of a tag is
 * buffered until the next piece; an unclosed thought is never returned.
 */
final class ThinkTagFilter {
    private static final String OPEN = "<think>";
    private static final String CLOSE = "</think>";

    private final StringBuilder buffer = new StringBuilder();
    private boolean inside;
    private boolean started;

    /** Returns the text that is complete so far. */
    String next(String piece) {
        buffer.append(piece);
        StringBuilder out = new StringBuilder();
        while (true) {
            String mark = inside ? CLOSE : OPEN;
            int at = buffer.indexOf(mark);
            if (at < 0) {
                int retained = prefixLength(mark);
                if (!inside) {
                    out.append(buffer, 0, buffer.length() - retained);
                }
                buffer.delete(0, buffer.length() - retained);
                return emit(out);
            }
            if (!inside) {
                out.append(buffer, 0, at);
            }
            buffer.delete(0, at + mark.length());
            inside = !inside;
        }
    }

    /** Ends the text and returns the buffered rest that was no tag. */
    String end() {
        String remainder = inside ? "" : buffer.toString();
        buffer.setLength(0);
        return emit(new StringBuilder(remainder));
    }

    /** Removes the blank lines between a thought and the answer. */
    private String emit(StringBuilder out) {
        if (started) {
            return out.toString();
        }
        String text = out.toString().stripLeading();
        started = !text.isEmpty();
        return text;
    }

    /** Returns the number of trailing characters of the buffer that may be the beginning of the tag. */
    private int prefixLength(String mark) {
        for (int length = Math.min(mark.length() - 1, buffer.length()); length > 0; length--) {
            if (mark.startsWith(buffer.substring(buffer.length() - length))) {
                return length;
            }
        }
        return 0;
    }
}
