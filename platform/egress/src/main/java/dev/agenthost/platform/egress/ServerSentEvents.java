package dev.agenthost.platform.egress;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Server-sent events from bytes that come in pieces, cut anywhere, also inside a character. Only {@code data} counts; comments and
 * other fields are passed over. One stream, one thread.
 */
public final class ServerSentEvents {
    /** Of one event; a provider that sends more is not read to its end. */
    public static final int MOST_BYTES = 4 * 1024 * 1024;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder data = new StringBuilder();
    private boolean hasData;
    private boolean afterReturn;

    /** An event exceeds the size limit. */
    public static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLarge() {
            super("an event of more than " + MOST_BYTES + " bytes", null, false, false);
        }
    }

    /** The data of each event that this piece completes. */
    public List<String> next(byte[] piece) {
        List<String> events = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < piece.length; i++) {
            byte at = piece[i];
            if (at != '\n' && at != '\r') {
                afterReturn = false;
                continue;
            }
            // A line ends with \n, \r or both.
            if (at == '\r' || !afterReturn) {
                line.write(piece, from, i - from);
                ended(events);
            }
            afterReturn = at == '\r';
            from = i + 1;
        }
        line.write(piece, from, piece.length - from);
        bounded();
        return events;
    }

    /** Returns the last event if no empty line ended it: some servers omit that line at the end of the stream. */
    public List<String> end() {
        List<String> events = new ArrayList<>();
        ended(events);
        dispatch(events);
        return events;
    }

    private void ended(List<String> events) {
        bounded();
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        if (text.isEmpty()) {
            dispatch(events);
        } else if (text.startsWith("data:")) {
            if (hasData) {
                data.append('\n');
            }
            data.append(text, text.startsWith("data: ") ? 6 : 5, text.length());
            hasData = true;
        }
    }

    private void dispatch(List<String> events) {
        if (hasData) {
            events.add(data.toString());
            data.setLength(0);
            hasData = false;
        }
    }

    private void bounded() {
        if (line.size() + data.length() > MOST_BYTES) {
            throw new TooLarge();
        }
    }
}
