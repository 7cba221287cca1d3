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
import dev.agenthost.orchestrator.hostapi.run.DelegatedRuns;
import dev.agenthost.orchestrator.hostapi.run.RunCalls;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.hostapi.ArtifactReadResult;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.ArtifactQuestion;
import dev.agenthost.protocol.store.artifact.ArtifactRangeQuestion;
import dev.agenthost.protocol.store.artifact.UploadGrant;
import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code artifact_metadata} and {@code artifact_read} (spec 000 §8): artifacts of the run's own conversation and thread, or of
 * the run itself outside conversations, and artifacts of its binding, actor and subject. {@code target_run_id}, an argument of Agent
 * Host, names a run that this run delegated to; the artifacts are those of its conversation then. {@code artifact_upload_token} is an
 * action of Agent Host, for artifacts that are too large for a result. A read without a limit, or with a greater one, returns at most the
 * size of one answer.
 */
public final class ArtifactCalls {
    private final ContextStore contextStore;
    private final DelegatedRuns delegated;

    public ArtifactCalls(ContextStore contextStore, DelegatedRuns delegated) {
        this.contextStore = contextStore;
        this.delegated = delegated;
    }

    public Uni<HostCallResponse> metadata(RunSession session, JsonNode data) {
        if (Grant.check(session.grant(), new AccessRequest.Artifact(false)) instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        String artifactId = artifactId(data);
        return artifactId == null
                ? invalid("artifact_id is missing")
                : asReader(session, data, reader -> metadata(session, new ArtifactQuestion(reader, artifactId))
                        .map(answer -> HostCallResponse.of(answer, metadata -> metadataResponse(session, metadata))));
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
        int length = (int) Math.min(most, ArtifactRangeQuestion.MOST);
        return asReader(session, data, reader -> bytes(
                        session, new ArtifactRangeQuestion(reader, artifactId, offset.asLong(0), length))
                .map(answer -> HostCallResponse.of(answer, HostCallResponse::served)));
    }

    /** Calls with the run whose artifacts are read: this run, or the delegated run that the arguments name. */
    private Uni<HostCallResponse> asReader(
            RunSession session, JsonNode data, Function<ArtifactOwner, Uni<HostCallResponse>> call) {
        if (RunCalls.targetsItself(session, data)) {
            return call.apply(session.owner());
        }
        Optional<RunId> target = RunId.read(data.path("target_run_id").asText(""));
        Uni<Optional<RunView>> run = target.isEmpty()
                ? Uni.createFrom().item(Optional.empty())
                : delegated.find(session, target.get()).map(found -> found.map(DelegatedRuns.DelegatedRun::last));
        return run.chain(
                found -> found.flatMap(last -> owner(session, last)).map(call).orElseGet(() -> Uni.createFrom()
                        .item(HostCallResponse.refused(FailureCode.NOT_FOUND, "Artifact not found"))));
    }

    /** Only the conversation of a delegated run is shared with the run that delegated, not its binding, actor or subject. */
    private static Optional<ArtifactOwner> owner(RunSession session, RunView run) {
        return run.botId() == null
                ? Optional.empty()
                : Optional.of(new ArtifactOwner(
                        session.workspaceId(), run.runId(), run.botId(), run.conversationId(), run.threadId()));
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
