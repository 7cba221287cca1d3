package dev.agenthost.bench.measure;

import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A client of context-store with a key: uploads by tus, and reads ranges of the artifacts. */
final class ArtifactClient implements AutoCloseable {
    private static final String UPLOADS = "/api/v1/uploads";
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int CREATED = 201;
    private static final int NO_CONTENT = 204;
    private static final int PARTIAL = 206;

    private final URI store;
    private final String key;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    ArtifactClient(URI store, String key) {
        this.store = store;
        this.key = key;
    }

    /** @param artifactId of the artifact once the upload is complete */
    record Begun(String uploadId, String artifactId) {}

    Begun begin(long size) throws IOException, InterruptedException {
        // Base64 of "workspace".
        var answer = send(
                request(UPLOADS)
                        .header("Upload-Length", Long.toString(size))
                        .header("Upload-Metadata", "scope d29ya3NwYWNl")
                        .POST(BodyPublishers.noBody()),
                CREATED);
        var tree = ProtocolCodec.mapper().readTree(answer.body());
        return new Begun(
                tree.path("upload_id").asText(), tree.path("artifact_id").asText());
    }

    void append(Begun upload, long offset, byte[] bytes) throws IOException, InterruptedException {
        send(
                request(UPLOADS + "/" + upload.uploadId())
                        .header("Upload-Offset", Long.toString(offset))
                        .header("Content-Type", "application/offset+octet-stream")
                        .method("PATCH", BodyPublishers.ofByteArray(bytes)),
                NO_CONTENT);
    }

    byte[] range(Begun upload, long from, int length) throws IOException, InterruptedException {
        return send(
                        request("/api/v1/artifacts/" + upload.artifactId() + "/content")
                                .header("Range", "bytes=" + from + "-" + (from + length - 1))
                                .GET(),
                        PARTIAL)
                .body();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(store.resolve(path))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + key)
                .header("Tus-Resumable", "1.0.0");
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request, int wanted)
            throws IOException, InterruptedException {
        var answer = http.send(request.build(), BodyHandlers.ofByteArray());
        if (answer.statusCode() != wanted) {
            throw new IOException(answer.request().method() + " " + answer.uri().getPath() + " answered "
                    + answer.statusCode() + " " + new String(answer.body(), java.nio.charset.StandardCharsets.UTF_8));
        }
        return answer;
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
