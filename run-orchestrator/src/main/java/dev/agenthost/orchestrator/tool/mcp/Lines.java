package dev.agenthost.orchestrator.tool.mcp;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Lines from bytes that come in pieces. What nobody waits for is bounded as one line is. One stream, one thread. */
final class Lines {
    private final int most;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private long unwanted;

    /** More than anybody wants to read. */
    static final class TooMuch extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooMuch() {
            super("too much", null, false, false);
        }
    }

    /** @param most bytes of a line, and of all lines since one that was wanted */
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
        unwanted += length;
        if (unwanted > 2L * most || line.size() > most) {
            throw new TooMuch();
        }
        return lines;
    }

    /** Somebody waited for the last of them. */
    void wanted() {
        unwanted = 0;
    }
}
