package dev.agenthost.im.chat.text;

/** Replaces characters that are no text. */
public final class PlainCharacters {

    private PlainCharacters() {}

    /** Returns the text with line feeds only, without other control characters, and with U+FFFD for an unpaired surrogate. */
    public static String of(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.replace("\r\n", "\n").replace('\r', '\n').codePoints().forEach(point -> {
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                plain.append('\uFFFD');
            } else if (point == '\n' || point == '\t' || !Character.isISOControl(point)) {
                plain.appendCodePoint(point);
            }
        });
        return plain.toString();
    }
}
