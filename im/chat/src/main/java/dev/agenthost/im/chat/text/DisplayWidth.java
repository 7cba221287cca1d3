package dev.agenthost.im.chat.text;

/** The width of a text in a font of fixed width, in cells: 2 for East Asian characters and emoji, 0 for combining marks. */
final class DisplayWidth {

    private DisplayWidth() {}

    static int of(String text) {
        return text.codePoints().map(DisplayWidth::of).sum();
    }

    private static int of(int point) {
        int type = Character.getType(point);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        boolean isWide = point >= 0x1100 && point <= 0x115F
                || point >= 0x2E80 && point <= 0xA4CF
                || point >= 0xAC00 && point <= 0xD7A3
                || point >= 0xF900 && point <= 0xFAFF
                || point >= 0xFE30 && point <= 0xFE6F
                || point >= 0xFF00 && point <= 0xFF60
                || point >= 0xFFE0 && point <= 0xFFE6
                || point >= 0x1F300 && point <= 0x1FAFF
                || point >= 0x20000 && point <= 0x3FFFD;
        return isWide ? 2 : 1;
    }
}
