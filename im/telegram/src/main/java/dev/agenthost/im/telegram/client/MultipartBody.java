package dev.agenthost.im.telegram.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.platform.egress.http.HttpBody;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * A body of {@code multipart/form-data} (RFC 7578): the parameters of a call, then one file.
 *
 * @param head everything before the bytes of the file
 * @param tail everything after them
 */
record MultipartBody(String boundary, byte[] head, byte[] tail) {

    /** @param boundary unpredictable, so that no file contains it */
    static MultipartBody of(ObjectNode parameters, BotApiCall.FileUpload file, String boundary) {
        StringBuilder head = new StringBuilder();
        parameters.properties().forEach(parameter -> head.append("--")
                .append(boundary)
                .append("\r\nContent-Disposition: form-data; name=\"")
                .append(parameter.getKey())
                .append("\"\r\n\r\n")
                .append(text(parameter.getValue()))
                .append("\r\n"));
        String type = file.artifact().mimeType();
        head.append("--")
                .append(boundary)
                .append("\r\nContent-Disposition: form-data; name=\"")
                .append(file.parameter())
                .append("\"; filename=\"")
                .append(fileName(file))
                .append("\"\r\nContent-Type: ")
                .append(type == null || !type.matches("[\\w.+-]+/[\\w.+-]+") ? "application/octet-stream" : type)
                .append("\r\n\r\n");
        return new MultipartBody(boundary, bytes(head.toString()), bytes("\r\n--" + boundary + "--\r\n"));
    }

    String contentType() {
        return "multipart/form-data; boundary=" + boundary;
    }

    /** Returns the body around the bytes of the file, which are read while they are sent. */
    HttpBody.Pieces around(HttpBody.Pieces file) {
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

    /** A value that is no text is JSON. */
    private static String text(JsonNode value) {
        return value.isTextual() ? value.textValue() : value.toString();
    }

    /** Returns the name without characters that would end the header. */
    private static String fileName(BotApiCall.FileUpload file) {
        String name = file.artifact().name();
        return name == null ? file.parameter() : name.replaceAll("[\\p{Cntrl}\"\\\\/]", "_");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
