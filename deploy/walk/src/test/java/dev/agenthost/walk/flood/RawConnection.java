package dev.agenthost.walk.flood;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection to a service, and requests on it as bytes. */
final class RawConnection implements AutoCloseable {
    /** @param status 0 if the connection ended without an answer */
    record Answer(int status, String body) {}

    private static final int PATIENCE = 120_000;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private volatile boolean ends;

    RawConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /** @param bytes that the body will have, or below 0 for a body in chunks */
    void head(BodyOperation entrance, String key, long bytes) throws IOException {
        String head = entrance.method() + " " + entrance.path() + " HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: " + entrance.type() + "\r\n"
                + "If-Match: \"1\"\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n"
                + (key.isEmpty() ? "" : "Authorization: Bearer " + key + "\r\n")
                + (bytes < 0 ? "Transfer-Encoding: chunked" : "Content-Length: " + bytes)
                + "\r\n\r\n";
        write(head);
    }

    void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Sends one byte more, unless there is an answer or the connection has ended. */
    void trickle() {
        if (!isAnswered()) {
            try {
                write("1");
            } catch (IOException ended) {
                ends = true;
            }
        }
    }

    /** The first byte from the service, or -1 if the service ends the connection. */
    int first() throws IOException {
        return in.read();
    }

    OutputStream out() {
        return out;
    }

    /** True once the service answered or ended the connection. */
    boolean isAnswered() {
        try {
            return ends || in.available() > 0;
        } catch (IOException ended) {
            return true;
        }
    }

    /** The next answer, or its part before the connection ended. */
    Answer answer() {
        try {
            String status = line();
            int length = 0;
            boolean chunked = false;
            for (String header = line(); !header.isEmpty(); header = line()) {
                String lower = header.toLowerCase(Locale.ROOT);
                if (lower.startsWith("content-length:")) {
                    length = Integer.parseInt(lower.substring(15).strip());
                }
                chunked |= lower.startsWith("transfer-encoding:");
            }
            return new Answer(
                    Integer.parseInt(status.split(" ")[1]),
                    chunked ? "" : new String(in.readNBytes(length), StandardCharsets.UTF_8));
        } catch (IOException ended) {
            return new Answer(0, String.valueOf(ended.getMessage()));
        }
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the connection ended");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
