package dev.agenthost.context.semanticsearch.indexing;

/** Normalizes texts: one kind of line end, and no characters that cannot be stored. */
public final class TextNormalizer {
    private TextNormalizer() {}

    public static String lines(CharSequence text) {
        if (isStorable(text)) {
            return text.toString();
        }
        StringBuilder normalized = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\r') {
                if (i + 1 == text.length() || text.charAt(i + 1) != '\n') {
                    normalized.append('\n');
                }
            } else if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (pair) {
                    normalized.append(c).append(text.charAt(++i));
                } else {
                    normalized.append('\ufffd');
                }
            } else {
                normalized.append(c == 0 ? ' ' : c);
            }
        }
        return normalized.toString();
    }

    /** Most texts are unchanged, and a long one is not copied. */
    private static boolean isStorable(CharSequence text) {
        int offset = 0;
        while (offset < text.length()) {
            char c = text.charAt(offset);
            boolean pair = Character.isHighSurrogate(c)
                    && offset + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(offset + 1));
            if (c == '\r' || c == 0 || Character.isSurrogate(c) && !pair) {
                return false;
            }
            offset += pair ? 2 : 1;
        }
        return true;
    }
}
