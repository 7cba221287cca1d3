package dev.agenthost.platform.egress.http;

import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A body of {@code multipart/form-data} (RFC 7578): parameters, then one file.
 *
 * @param head everything before the bytes of the file
 * @param tail everything after them
 */
public record MultipartBody(String boundary, byte[] head, byte[] tail) {

    /**
     * Returns the body of a file.
     *
     * @param parameters before it, in their order
     * @param name of the parameter that receives the bytes
     * @param fileName characters that would end the header are replaced; null for the name of the parameter
     * @param type a media type; any other text, or null, stands for any bytes
     * @param boundary unpredictable, so that no file contains it
     */
    public static MultipartBody of(
            Map<String, String> parameters,
            String name,
            @Nullable String fileName,
            @Nullable String type,
            String boundary) {
        StringBuilder head = new StringBuilder();
        parameters.forEach((parameter, value) -> head.append("--")
                .append(boundary)
                .append("\r\nContent-Disposition: form-data; name=\"")
                .append(parameter)
                .append("\"\r\n\r\n")
                .append(value)
                .append("\r\n"));
        head.append("--")
                .append(boundary)
                .append("\r\nContent-Disposition: form-data; name=\"")
                .append(name)
                .append("\"; filename=\"")
                .append(fileName == null ? name : fileName.replaceAll("[\\p{Cntrl}\"\\\\/]", "_"))
                .append("\"\r\nContent-Type: ")
                .append(type == null || !type.matches("[\\w.+-]+/[\\w.+-]+") ? "application/octet-stream" : type)
                .append("\r\n\r\n");
        return new MultipartBody(boundary, bytes(head.toString()), bytes("\r\n--" + boundary + "--\r\n"));
    }

    public String contentType() {
        return "multipart/form-data; boundary=" + boundary;
    }

    /** Returns the body around the bytes of the file, which are read while they are sent. */
    public HttpBody.Pieces around(HttpBody.Pieces file) {
        return new HttpBody.Pieces(head.length + file.length() + tail.length, new Supplier<>() {
            private boolean hasBegun;
            private long sent;

            @Override
            public Uni<byte[]> get() {
                if (!hasBegun) {
                    hasBegun = true;
                    return Uni.createFrom().item(head);
                }
                return sent < file.length()
                        ? file.next().get().invoke(this::count)
                        : Uni.createFrom().item(tail);
            }

            private void count(byte[] piece) {
                sent += piece.length;
                if (sent > file.length()) {
                    throw new IllegalStateException("the file is longer than its size");
                }
            }
        });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
