package dev.agenthost.walk.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.WalkBox;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A photo, uploaded by tus in its conversation as the page does, and referenced in a message. */
final class UploadedPhoto {
    /** A PNG of one pixel. */
    static final String BASE64 =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    private static final byte[] BYTES = Base64.getDecoder().decode(BASE64);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private UploadedPhoto() {}

    /** Uploads the photo and returns its reference for a message of that conversation. */
    static ObjectNode given(WalkBox walk, String bot, String conversation) throws Exception {
        var begun = sent(
                walk,
                "POST",
                "",
                BodyPublishers.noBody(),
                "Upload-Length",
                Integer.toString(BYTES.length),
                "Upload-Metadata",
                pair("bot_id", bot) + "," + pair("conversation_id", conversation) + "," + pair("filename", "tower.png")
                        + "," + pair("filetype", "image/png"));
        JsonNode upload = FrontDoor.JSON.readTree(begun);
        sent(
                walk,
                "PATCH",
                "/" + upload.path("upload_id").asText(),
                BodyPublishers.ofByteArray(BYTES),
                "Upload-Offset",
                "0",
                "Content-Type",
                "application/offset+octet-stream");
        return FrontDoor.JSON
                .createObjectNode()
                .put("artifact_id", upload.path("artifact_id").asText())
                .put("mime_type", "image/png")
                .put("name", "tower.png")
                .put("size", BYTES.length);
    }

    private static String sent(WalkBox walk, String method, String path, BodyPublisher body, String... headers)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(walk.box.frontDoor() + "/api/v1/uploads" + path))
                .header("Authorization", "Bearer " + walk.box.apiKey())
                .header("Tus-Resumable", "1.0.0")
                .headers(headers)
                .method(method, body)
                .build();
        var answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new AssertionError(method + " answered " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    private static String pair(String name, String value) {
        return name + " " + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
    }
}
