package dev.agenthost.orchestrator.tool.mcp;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Splits a byte stream into lines. Lines without a waiting request have the same size limit as one line. Not thread-safe. */
final class Lines {
    private final int most;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private long unread;

    /** The stream exceeds the size limit. */
    static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLarge() {
            super("too much", null, false, false);
        }
    }

    /** @param most the most bytes of a line, and of all lines since the last awaited one */
    Lines(int most) {
        this.most = most;
    }

    List<byte[]> next(byte[] piece, int length) {
        List<byte[]> lines = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < length; i++) {
            if (piece[i] == '\n') {
                line.write(piece, from, i - from);
                if (line.size() > 0) {
                    lines.add(line.toByteArray());
                }
                line.reset();
                from = i + 1;
            }
        }
        line.write(piece, from, length - from);
        unread += length;
        if (unread > 2L * most || line.size() > most) {
            throw new TooLarge();
        }
        return lines;
    }

    /** Resets the count of unread bytes: a request waited for the last line. */
    void resetUnread() {
        unread = 0;
    }
}
