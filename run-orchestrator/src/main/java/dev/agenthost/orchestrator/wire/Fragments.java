package dev.agenthost.orchestrator.wire;

import java.util.ArrayList;
import java.util.List;

/** Splits a long message into the fragments that LangBot's runtime accepts: at most 64 KiB of UTF-8 each, never within a character. */
public final class Fragments {
    public static final int MOST_BYTES = 64 * 1024;

    private Fragments() {}

    /** Returns the fragments of the text, at least one. */
    public static List<String> of(String text) {
        if (text.length() <= MOST_BYTES / 3) {
            return List.of(text);
        }
        List<String> pieces = new ArrayList<>();
        int from = 0;
        int bytes = 0;
        for (int at = 0; at < text.length(); ) {
            int character = text.codePointAt(at);
            int size = bytesOf(character);
            if (bytes + size > MOST_BYTES) {
                pieces.add(text.substring(from, at));
                from = at;
                bytes = 0;
            }
            bytes += size;
            at += Character.charCount(character);
        }
        pieces.add(text.substring(from));
        return pieces;
    }

    private static int bytesOf(int character) {
        if (character < 0x80) {
            return 1;
        }
        if (character < 0x800) {
            return 2;
        }
        return character < 0x10000 ? 3 : 4;
    }
}
