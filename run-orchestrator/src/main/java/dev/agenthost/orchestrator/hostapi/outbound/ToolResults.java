package dev.agenthost.orchestrator.hostapi.outbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.flowcontrol.RateKind;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.hostapi.dispatch.ArtifactPermissions;
import dev.agenthost.orchestrator.hostapi.dispatch.Base64Size;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.tool.ToolBody;
import dev.agenthost.orchestrator.tool.ToolContent;
import dev.agenthost.orchestrator.tool.ToolDescriptor;
import dev.agenthost.orchestrator.tool.ToolOutcome;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.artifact.ArtifactPut;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Converts the result of a tool for the runner: bytes and texts that are too large become artifacts of the run. The call was executed,
 * so it is answered even if an artifact is not stored.
 */
final class ToolResults {
    /** Characters of base64: an artifact's bytes are at most 1 MiB. */
    private static final int MOST_BASE64 = (1024 * 1024 + 2) / 3 * 4;

    private static final int MOST_TEXT = 1024 * 1024;
    private static final int MOST_ARTIFACTS = 16;
    /** Longer than a restart of context-store: the call had its effects, and its result is not produced again. */
    private static final Duration RETRY_LIMIT = Duration.ofSeconds(30);
    /** Time for the answer to reach the runner. */
    private static final Duration MARGIN = Duration.ofSeconds(1);

    private static final System.Logger LOG = System.getLogger(ToolResults.class.getName());

    private final ContextStore contextStore;
    private final WorkspaceRateLimiter limits;

    ToolResults(ContextStore contextStore, WorkspaceRateLimiter limits) {
        this.contextStore = contextStore;
        this.limits = limits;
    }

    /** @param left of the time limit of the call; all parts are stored within it, or not at all */
    Uni<HostCallResponse> of(RunSession session, ToolDescriptor tool, ToolOutcome.Answered result, Duration left) {
        AtomicInteger artifacts = new AtomicInteger();
        StoringLimit limit = StoringLimit.within(left);
        return Multi.createFrom()
                .iterable(result.content())
                .onItem()
                .transformToUniAndConcatenate(part -> switch (part) {
                    case ToolContent.Text text -> Uni.createFrom().item(ToolBody.text(text.text()));
                    case ToolContent.Other other -> Uni.createFrom().item(other.value());
                    case ToolContent.Bytes bytes -> bytes(session, tool, bytes, artifacts.incrementAndGet(), limit);
                })
                .collect()
                .asList()
                .map(content -> ToolBody.whole(content, result.structured(), result.isError()))
                .chain(whole -> fitToLimit(session, tool, whole, limit))
                .map(body -> served(tool, body));
    }

    private Uni<ObjectNode> bytes(
            RunSession session, ToolDescriptor tool, ToolContent.Bytes bytes, int number, StoringLimit limit) {
        if (number > MOST_ARTIFACTS || bytes.base64().length() > MOST_BASE64) {
            return Uni.createFrom().item(ToolBody.omitted(bytes.type(), "too large, or too many"));
        }
        ArtifactPut put = put(session, tool, bytes.type(), bytes.name(), bytes.mimeType(), bytes.base64());
        return storeWithinRate(
                put,
                limit,
                artifact -> ToolBody.artifact(bytes.type(), permitted(session, artifact)),
                why -> ToolBody.omitted(bytes.type(), why));
    }

    private Uni<ObjectNode> fitToLimit(
            RunSession session, ToolDescriptor tool, ObjectNode unclean, StoringLimit limit) {
        ObjectNode whole = (ObjectNode) JsonText.clean(unclean);
        if (ProtocolCodec.encode(whole).length <= ToolBody.MOST) {
            return Uni.createFrom().item(whole);
        }
        boolean isError = whole.path("is_error").booleanValue();
        ToolBody.SerializedResult text = ToolBody.serialize(whole);
        byte[] bytes = text.text().getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MOST_TEXT) {
            return Uni.createFrom().item(beginning(session, tool, text, isError, "too large to store"));
        }
        ArtifactPut put = put(
                session,
                tool,
                "tool_result",
                text.name(),
                null,
                Base64.getEncoder().encodeToString(bytes));
        return storeWithinRate(
                put,
                limit,
                artifact -> ToolBody.head(text, isError, permitted(session, artifact), null),
                why -> beginning(session, tool, text, isError, why));
    }

    private static ObjectNode beginning(
            RunSession session, ToolDescriptor tool, ToolBody.SerializedResult text, boolean isError, String why) {
        LOG.log(
                System.Logger.Level.WARNING,
                "a result of {0} is truncated and its rest is not stored: runId={1} bytes={2} reason={3}",
                tool.id(),
                session.runId(),
                String.valueOf(text.outputBytes()),
                why);
        return ToolBody.head(text, isError, null, why);
    }

    private static ArtifactMetadata permitted(RunSession session, ArtifactMetadata artifact) {
        return artifact.permitting(ArtifactPermissions.of(session.grant()));
    }

    private Uni<ObjectNode> storeWithinRate(
            ArtifactPut put,
            StoringLimit limit,
            Function<ArtifactMetadata, ObjectNode> onStored,
            Function<String, ObjectNode> onFailed) {
        double bytes = Base64Size.of(Objects.requireNonNullElse(put.contentBase64(), ""));
        return limits.take(put.owner().workspaceId(), RateKind.BYTES_WRITTEN, bytes)
                .chain(allowed -> allowed
                        ? store(put, limit, onStored, onFailed)
                        : Uni.createFrom().item(onFailed.apply("this workspace writes too much at the moment")));
    }

    private Uni<ObjectNode> store(
            ArtifactPut put,
            StoringLimit limit,
            Function<ArtifactMetadata, ObjectNode> onStored,
            Function<String, ObjectNode> onFailed) {
        return contextStore
                .putArtifact(put)
                .onFailure()
                .retry()
                .withBackOff(Duration.ofMillis(50), Duration.ofSeconds(1))
                .expireIn(limit.left().toMillis())
                .map(answer -> switch (answer) {
                    case ContextStoreResponse.Answered<ArtifactMetadata> answered -> onStored.apply(answered.value());
                    case ContextStoreResponse.Refused<ArtifactMetadata> refused ->
                        onFailed.apply(refused.code() == FailureCode.CONFLICT ? "the run has ended" : refused.detail());
                })
                .onFailure()
                .recoverWithItem(() -> onFailed.apply("context-store is unavailable"));
    }

    /** Builds the artifact of a content; context-store detects its type, and the tool's own type is in the metadata. */
    private static ArtifactPut put(
            RunSession session,
            ToolDescriptor tool,
            String type,
            @Nullable String name,
            @Nullable String mimeType,
            String base64) {
        String operation = session.nextOperationId();
        ObjectNode metadata = JsonNodeFactory.instance.objectNode().put("tool", tool.id());
        if (mimeType != null) {
            metadata.put("said_mime_type", mimeType);
        }
        return new ArtifactPut(
                session.owner(),
                session.attempt(),
                operation,
                "tool/" + operation,
                session.runnerId(),
                type,
                null,
                null,
                name,
                null,
                null,
                metadata,
                base64);
    }

    private static HostCallResponse served(ToolDescriptor tool, ObjectNode body) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.set("result", body);
        String detail = "tool=" + tool.id() + " is_error=" + body.path("is_error") + " parts="
                + body.path("content").size() + (body.has("artifact") ? " stored" : "");
        return new HostCallResponse.Served(answer, detail);
    }

    /** The moment after which nothing of one result is tried again. */
    private record StoringLimit(long nanos) {
        static StoringLimit within(Duration left) {
            Duration most = left.minus(MARGIN);
            Duration shorter = most.compareTo(RETRY_LIMIT) < 0 ? most : RETRY_LIMIT;
            return new StoringLimit(System.nanoTime() + shorter.toNanos());
        }

        Duration left() {
            return Duration.ofNanos(Math.max(1_000_000, nanos - System.nanoTime()));
        }
    }
}
