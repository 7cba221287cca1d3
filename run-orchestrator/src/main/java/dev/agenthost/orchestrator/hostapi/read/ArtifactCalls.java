package dev.agenthost.orchestrator.hostapi.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.dispatch.ArtifactPermissions;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.hostapi.ArtifactReadResult;
import dev.agenthost.protocol.store.artifact.ArtifactQuestion;
import dev.agenthost.protocol.store.artifact.ArtifactRangeQuestion;
import dev.agenthost.protocol.store.artifact.UploadGrant;
import io.smallrye.mutiny.Uni;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code artifact_metadata} and {@code artifact_read} (spec 000 §8): artifacts of the run's own conversation and thread, or of
 * the run itself outside conversations, and artifacts of its binding, actor and subject. {@code artifact_upload_token} is an action of
 * Agent Host, for artifacts that are too large for a result. A read without a limit, or with a greater one, returns at most the size of
 * one answer.
 */
public final class ArtifactCalls {
    private final ContextStore contextStore;

    public ArtifactCalls(ContextStore contextStore) {
        this.contextStore = contextStore;
    }

    public Uni<HostCallResponse> metadata(RunSession session, JsonNode data) {
        if (Grant.check(session.grant(), new AccessRequest.Artifact(false)) instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        String artifactId = artifactId(data);
        return artifactId == null
                ? invalid("artifact_id is missing")
                : metadata(session, new ArtifactQuestion(session.owner(), artifactId))
                        .map(answer -> HostCallResponse.of(answer, metadata -> metadataResponse(session, metadata)));
    }

    public Uni<HostCallResponse> read(RunSession session, JsonNode data) {
        if (Grant.check(session.grant(), new AccessRequest.Artifact(true)) instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        String artifactId = artifactId(data);
        if (artifactId == null) {
            return invalid("artifact_id is missing");
        }
        JsonNode offset = data.path("offset");
        JsonNode limit = data.path("limit");
        if (isPresent(offset) && (!isInteger(offset) || offset.longValue() < 0)) {
            return invalid("offset must be a number of bytes from 0");
        }
        if (isPresent(limit) && (!isInteger(limit) || limit.longValue() < 1)) {
            return invalid("limit must be a number of bytes from 1");
        }
        long most = isPresent(limit) ? limit.longValue() : ArtifactRangeQuestion.MOST;
        ArtifactRangeQuestion question = new ArtifactRangeQuestion(
                session.owner(), artifactId, offset.asLong(0), (int) Math.min(most, ArtifactRangeQuestion.MOST));
        return bytes(session, question).map(answer -> HostCallResponse.of(answer, HostCallResponse::served));
    }

    /**
     * Returns the token with which this attempt uploads artifacts; context-store checks at the upload that the attempt is still current.
     */
    public Uni<HostCallResponse> uploadToken(RunSession session) {
        if (Grant.check(session.grant(), new AccessRequest.Upload()) instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        return contextStore
                .uploadToken(new UploadGrant(session.owner(), session.attempt(), session.runnerId()))
                .map(answer -> HostCallResponse.of(answer, HostCallResponse::served));
    }

    private Uni<ContextStoreResponse<ArtifactMetadata>> metadata(RunSession session, ArtifactQuestion question) {
        return orRaw(session, contextStore.artifact(question), () -> contextStore.rawPayload(question));
    }

    private Uni<ContextStoreResponse<ArtifactReadResult>> bytes(RunSession session, ArtifactRangeQuestion question) {
        return orRaw(session, contextStore.bytes(question), () -> contextStore.rawBytes(question));
    }

    /** Reads a raw payload if no artifact was found and the run is granted raw payloads; for other runs a raw payload does not exist. */
    private static <T> Uni<ContextStoreResponse<T>> orRaw(
            RunSession session, Uni<ContextStoreResponse<T>> artifact, Supplier<Uni<ContextStoreResponse<T>>> raw) {
        return Grant.check(session.grant(), new AccessRequest.RawPayload()) instanceof AccessDecision.Denied
                ? artifact
                : artifact.chain(answer -> answer instanceof ContextStoreResponse.Refused<T> refused
                                && refused.code() == FailureCode.NOT_FOUND
                        ? raw.get()
                        : Uni.createFrom().item(answer));
    }

    private static HostCallResponse metadataResponse(RunSession session, ArtifactMetadata metadata) {
        return HostCallResponse.served(metadata.permitting(ArtifactPermissions.of(session.grant())));
    }

    private static @Nullable String artifactId(JsonNode data) {
        String id = data.path("artifact_id").textValue();
        return id == null || id.isBlank() || !JsonText.isClean(id) ? null : id;
    }

    private static boolean isPresent(JsonNode value) {
        return !value.isMissingNode() && !value.isNull();
    }

    private static boolean isInteger(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToLong();
    }

    private static Uni<HostCallResponse> invalid(String why) {
        return Uni.createFrom().item(HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, why));
    }
}
