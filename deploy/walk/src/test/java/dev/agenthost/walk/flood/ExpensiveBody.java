package dev.agenthost.walk.flood;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A body of any length whose content is expensive to read: a member of an object that has many values, levels, digits, escapes or names. */
enum ExpensiveBody {
    OBJECTS("[{}", ",{}", "]"),
    LEVELS("[", "[", ""),
    NUMBERS("[1", "," + "9".repeat(999), "]"),
    LONG_NUMBER("1", "7", ""),
    ESCAPES("\"", "\\u4e2d", "\""),
    NAMES("{\"a\":0", null, "}");

    private static final int PIECE = 64 * 1024;

    private final String start;
    private final byte[] piece;
    private final String end;

    ExpensiveBody(String start, String unit, String end) {
        this.start = "{\"value\":" + start;
        this.piece =
                unit == null ? new byte[0] : unit.repeat(PIECE / unit.length()).getBytes(StandardCharsets.UTF_8);
        this.end = end + "}";
    }

    /**
     * Writes so many bytes.
     *
     * @param beforeEnd runs before the last of them
     */
    void write(OutputStream to, long bytes, boolean chunked, Runnable beforeEnd) throws IOException {
        long left = bytes - end.length();
        left -= write(to, start.getBytes(StandardCharsets.UTF_8), chunked);
        for (long i = 0; left > PIECE + 64; i++) {
            left -= write(to, piece.length == 0 ? names(i) : piece, chunked);
        }
        to.flush();
        beforeEnd.run();
        write(to, (" ".repeat((int) left) + end).getBytes(StandardCharsets.UTF_8), chunked);
        if (chunked) {
            to.write("0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        }
        to.flush();
    }

    private static byte[] names(long piece) {
        var names = new StringBuilder(PIECE);
        for (int i = 0; names.length() < PIECE - 32; i++) {
            names.append(",\"").append(piece * PIECE + i).append("\":0");
        }
        return names.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static int write(OutputStream to, byte[] bytes, boolean chunked) throws IOException {
        if (chunked) {
            to.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.UTF_8));
        }
        to.write(bytes);
        if (chunked) {
            to.write("\r\n".getBytes(StandardCharsets.UTF_8));
        }
        return bytes.length;
    }
}
