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
 * Serves {@code artifact_metadata} and {@code artifact_read} (spec 000 §8): of the run's own conversation and thread, and outside any of
 * the run itself; of its binding, actor and subject, where an artifact is for those. {@code artifact_upload_token} is Agent Host's own, for
 * artifacts that are too large for a result. A read without a limit, or with a greater one, gets as much as one answer holds.
 */
public final class ArtifactCalls {
    private final ContextStore memory;

    public ArtifactCalls(ContextStore memory) {
        this.memory = memory;
    }

    public Uni<HostCallResponse> metadata(RunSession session, JsonNode data) {
        if (Grant.check(session.grant(), new AccessRequest.Artifact(false)) instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        String artifactId = artifactId(data);
        return artifactId == null
                ? invalid("artifact_id is missing")
                : metadata(session, new ArtifactQuestion(session.owner(), artifactId))
                        .map(answer -> HostCallResponse.of(answer, known -> told(session, known)));
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
        if (isSaid(offset) && (!isWhole(offset) || offset.longValue() < 0)) {
            return invalid("offset is no number of bytes");
        }
        if (isSaid(limit) && (!isWhole(limit) || limit.longValue() < 1)) {
            return invalid("limit is no number of bytes");
        }
        long most = isSaid(limit) ? limit.longValue() : ArtifactRangeQuestion.MOST;
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
        return memory.uploadToken(new UploadGrant(session.owner(), session.attempt(), session.runnerId()))
                .map(answer -> HostCallResponse.of(answer, HostCallResponse::served));
    }

    private Uni<ContextStoreResponse<ArtifactMetadata>> metadata(RunSession session, ArtifactQuestion question) {
        return orRaw(session, memory.artifact(question), () -> memory.rawPayload(question));
    }

    private Uni<ContextStoreResponse<ArtifactReadResult>> bytes(RunSession session, ArtifactRangeQuestion question) {
        return orRaw(session, memory.bytes(question), () -> memory.rawBytes(question));
    }

    /** Reads a raw payload if no artifact was found and the run is granted raw payloads; for other runs a raw payload does not exist. */
    private static <T> Uni<ContextStoreResponse<T>> orRaw(
            RunSession session, Uni<ContextStoreResponse<T>> asked, Supplier<Uni<ContextStoreResponse<T>>> raw) {
        return Grant.check(session.grant(), new AccessRequest.RawPayload()) instanceof AccessDecision.Denied
                ? asked
                : asked.chain(answer -> answer instanceof ContextStoreResponse.Refused<T> refused
                                && refused.code() == FailureCode.NOT_FOUND
                        ? raw.get()
                        : Uni.createFrom().item(answer));
    }

    private static HostCallResponse told(RunSession session, ArtifactMetadata known) {
        return HostCallResponse.served(known.permitting(ArtifactPermissions.of(session.grant())));
    }

    private static @Nullable String artifactId(JsonNode data) {
        String said = data.path("artifact_id").textValue();
        return said == null || said.isBlank() || !JsonText.isClean(said) ? null : said;
    }

    private static boolean isSaid(JsonNode value) {
        return !value.isMissingNode() && !value.isNull();
    }

    private static boolean isWhole(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToLong();
    }

    private static Uni<HostCallResponse> invalid(String why) {
        return Uni.createFrom().item(HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, why));
    }
}
