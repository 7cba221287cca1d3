package dev.agenthost.context.semanticsearch.indexing;

/** Texts as they are kept: one kind of line end, and no character that nobody can store or read. */
public final class TextNormalizer {
    private TextNormalizer() {}

    public static String lines(CharSequence text) {
        if (isStorable(text)) {
            return text.toString();
        }
        StringBuilder kept = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\r') {
                if (i + 1 == text.length() || text.charAt(i + 1) != '\n') {
                    kept.append('\n');
                }
            } else if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (pair) {
                    kept.append(c).append(text.charAt(++i));
                } else {
                    kept.append('\ufffd');
                }
            } else {
                kept.append(c == 0 ? ' ' : c);
            }
        }
        return kept.toString();
    }

    /** Most texts are kept as they are, and a long one is not copied. */
    private static boolean isStorable(CharSequence text) {
        int place = 0;
        while (place < text.length()) {
            char c = text.charAt(place);
            boolean pair = Character.isHighSurrogate(c)
                    && place + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(place + 1));
            if (c == '\r' || c == 0 || Character.isSurrogate(c) && !pair) {
                return false;
            }
            place += pair ? 2 : 1;
        }
        return true;
    }
}
