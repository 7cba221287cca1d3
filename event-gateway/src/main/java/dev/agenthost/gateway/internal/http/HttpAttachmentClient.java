package dev.agenthost.gateway.internal.http;

import dev.agenthost.gateway.attachment.Attachment;
import dev.agenthost.gateway.attachment.AttachmentClient;
import dev.agenthost.gateway.attachment.AttachmentProblem;
import dev.agenthost.gateway.attachment.AttachmentResult;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Stores files in context-store ({@code PUT /internal/v1/attachments/{upload}}). */
public final class HttpAttachmentClient implements AttachmentClient {
    private final InternalHttpClient contextStore;

    /**
     * @param connections most requests at one time; further ones wait
     * @param timeout of one request
     */
    public HttpAttachmentClient(Vertx vertx, URI base, String internalKey, int connections, Duration timeout) {
        this.contextStore = new InternalHttpClient(
                vertx,
                "context-store",
                base,
                internalKey,
                new HttpClientOptions().setMaxPoolSize(connections),
                timeout);
    }

    @Override
    public CompletionStage<AttachmentResult> store(Attachment attachment) {
        String route = "/internal/v1/attachments/" + attachment.uploadId() + "?" + query(attachment);
        Buffer content = Buffer.buffer(attachment.content());
        return contextStore.onEventLoop(() -> contextStore
                .send(HttpMethod.PUT, route, "application/octet-stream", content)
                .map(HttpAttachmentClient::result)
                .otherwise(failure -> new AttachmentResult.Unavailable(
                        "context-store does not answer: " + failure.getClass().getSimpleName())));
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

    private static AttachmentResult result(InternalHttpClient.Answer answer) {
        return switch (answer.status()) {
            case 200 -> {
                try {
                    yield new AttachmentResult.Stored(
                            ProtocolCodec.decode(answer.body().getBytes(), ArtifactMetadata.class));
                } catch (UndecodableException e) {
                    yield new AttachmentResult.Unavailable("the answer of context-store cannot be decoded");
                }
            }
            case 413 -> new AttachmentResult.Refused(AttachmentProblem.NO_SPACE);
            case 415 -> new AttachmentResult.Refused(AttachmentProblem.UNSUPPORTED_TYPE);
            case 400 -> new AttachmentResult.Refused(AttachmentProblem.REFUSED);
            default -> new AttachmentResult.Unavailable("context-store answers " + answer.status());
        };
    }
}
