package dev.agenthost.gateway.attachment.http;

import dev.agenthost.gateway.attachment.Attachment;
import dev.agenthost.gateway.attachment.AttachmentClient;
import dev.agenthost.gateway.attachment.AttachmentProblem;
import dev.agenthost.gateway.attachment.AttachmentResult;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Stores files in context-store ({@code PUT /internal/v1/attachments/{upload}}). */
public final class HttpAttachmentClient implements AttachmentClient {
    private final Vertx vertx;
    private final HttpClient http;
    private final URI base;
    private final String internalKey;
    private final Duration timeout;

    /**
     * @param connections most requests at one time; further ones wait
     * @param timeout of one request
     */
    public HttpAttachmentClient(Vertx vertx, URI base, String internalKey, int connections, Duration timeout) {
        this.vertx = vertx;
        this.base = base;
        this.internalKey = internalKey;
        this.timeout = timeout;
        this.http = vertx.createHttpClient(new HttpClientOptions()
                .setMaxPoolSize(connections)
                .setConnectTimeout(Math.toIntExact(timeout.toMillis())));
    }

    @Override
    public CompletionStage<AttachmentResult> store(Attachment attachment) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.PUT)
                .setAbsoluteURI(
                        base.resolve("/internal/v1/attachments/" + attachment.uploadId() + "?" + query(attachment))
                                .toString())
                .setTimeout(timeout.toMillis())
                .putHeader("Content-Type", "application/octet-stream")
                .putHeader("Authorization", "Bearer " + internalKey);
        CompletableFuture<AttachmentResult> answer = new CompletableFuture<>();
        // On an event loop throughout: a callback that another thread attaches may be attached after the response has
        // arrived.
        vertx.runOnContext(here -> http.request(options)
                .compose(request -> request.send(Buffer.buffer(attachment.content())))
                .compose(response -> response.body().map(body -> result(response.statusCode(), body)))
                .onComplete(
                        answer::complete,
                        failure -> answer.complete(new AttachmentResult.Unavailable("context-store does not answer: "
                                + failure.getClass().getSimpleName()))));
        return answer;
    }

    private static String query(Attachment attachment) {
        Map<String, @Nullable String> query = new LinkedHashMap<>();
        query.put("workspace_id", attachment.workspaceId());
        query.put("bot_id", attachment.botId());
        query.put("conversation_id", attachment.conversationId());
        query.put("thread_id", attachment.threadId());
        query.put("artifact_type", attachment.artifactType());
        query.put("mime_type", attachment.mimeType());
        query.put("name", attachment.name());
        query.put("size", Integer.toString(attachment.content().length));
        return query.entrySet().stream()
                .filter(parameter -> parameter.getValue() != null)
                .map(parameter -> parameter.getKey() + "=" + encoded(parameter.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(@Nullable String value) {
        return URLEncoder.encode(value == null ? "" : value, StandardCharsets.UTF_8)
                .replace("+", "%20");
    }

    private static AttachmentResult result(int status, Buffer body) {
        return switch (status) {
            case 200 -> {
                try {
                    yield new AttachmentResult.Stored(ProtocolCodec.decode(body.getBytes(), ArtifactMetadata.class));
                } catch (UndecodableException e) {
                    yield new AttachmentResult.Unavailable("the answer of context-store cannot be decoded");
                }
            }
            case 413 -> new AttachmentResult.Refused(AttachmentProblem.NO_SPACE);
            case 415 -> new AttachmentResult.Refused(AttachmentProblem.UNSUPPORTED_TYPE);
            case 400 -> new AttachmentResult.Refused(AttachmentProblem.REFUSED);
            default -> new AttachmentResult.Unavailable("context-store answers " + status);
        };
    }
}
