package dev.agenthost.actiongraph.result;

/** The length of a text in UTF-8, without encoding it. */
final class Utf8Length {
    private Utf8Length() {}

    /** The number of bytes; an unpaired surrogate counts as three. */
    static int of(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit < 0x80) {
                bytes++;
            } else if (unit < 0x800) {
                bytes += 2;
            } else if (Character.isHighSurrogate(unit)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                bytes += 4;
                i++;
            } else {
                bytes += 3;
            }
        }
        return bytes;
    }
}
