package dev.agenthost.im.telegram.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.protocol.id.Sha256;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A body of {@code multipart/form-data} (RFC 7578) with the parameters of a call and one file. */
record MultipartBody(String boundary, byte[] bytes) {

    static MultipartBody of(ObjectNode parameters, BotApiCall.FileUpload file, byte[] content) {
        // A digest of the content does not occur in it.
        String boundary = "agenthost-" + Sha256.hex(content);
        ByteArrayOutputStream body = new ByteArrayOutputStream(content.length + 1024);
        parameters.properties().forEach(parameter -> {
            write(
                    body,
                    "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + parameter.getKey()
                            + "\"\r\n\r\n");
            write(body, text(parameter.getValue()) + "\r\n");
        });
        String type = file.artifact().mimeType();
        write(
                body,
                "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + file.parameter() + "\"; filename=\""
                        + fileName(file) + "\"\r\nContent-Type: "
                        + (type == null || !type.matches("[\\w.+-]+/[\\w.+-]+") ? "application/octet-stream" : type)
                        + "\r\n\r\n");
        body.writeBytes(content);
        write(body, "\r\n--" + boundary + "--\r\n");
        return new MultipartBody(boundary, body.toByteArray());
    }

    String contentType() {
        return "multipart/form-data; boundary=" + boundary;
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

    private static void write(ByteArrayOutputStream body, String text) {
        body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
