package dev.agenthost.context.artifact.http;

import dev.agenthost.context.artifact.ArtifactRepository;
import dev.agenthost.context.artifact.ArtifactRules;
import dev.agenthost.context.artifact.ArtifactValidation;
import dev.agenthost.context.artifact.ArtifactWrite;
import dev.agenthost.context.artifact.ByteRange;
import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.context.common.http.RunRequestValidation;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.hostapi.ArtifactReadResult;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.ArtifactPut;
import dev.agenthost.protocol.store.artifact.ArtifactQuestion;
import dev.agenthost.protocol.store.artifact.ArtifactRangeQuestion;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Base64;
import java.util.Objects;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Serves artifacts to run-orchestrator on behalf of a runner. Errors: bytes that are not base64, over 1 MiB (413), or not of the declared
 * size, digest or kind (415); metadata that is too large (413) or too deep; an unknown scope, or one that the run lacks; a summary that
 * is too long; an id of another artifact of the run; a NUL anywhere; an attempt below its run's fence (409); an artifact that does not
 * exist or is not visible to the run (404), or has expired (410).
 */
@Path("/internal/v1/artifacts")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "artifacts")
public class ArtifactResource {
    private final ArtifactRules rules;
    private final ArtifactRepository store;

    public ArtifactResource(ArtifactRules rules, ArtifactRepository store) {
        this.rules = rules;
        this.store = store;
    }

    /** Computes the digest of the bytes and detects their type, which is too slow for an event loop. */
    @POST
    @Path("put")
    @Blocking
    @Operation(
            operationId = "putArtifact",
            summary = "Store an artifact of a run, or look up a stored one",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "ArtifactPut")
    @APIResponse(responseCode = "200", ref = "ArtifactMetadata")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoArtifact")
    @APIResponse(responseCode = "409", ref = "Fenced")
    @APIResponse(responseCode = "410", ref = "FormerArtifact")
    public Uni<ArtifactMetadata> put(ArtifactPut put) {
        ArtifactRequestValidation.fitting(put.owner());
        ArtifactRequestValidation.fitting(put.operationId(), "operation_id");
        ArtifactRequestValidation.fitting(put.runnerId().toString(), "runner_id");
        return switch (rules.validate(put)) {
            case ArtifactValidation.Valid fit ->
                store.put(claim(put), fit.artifact()).map(ArtifactResource::answer);
            case ArtifactValidation.Names named ->
                ArtifactRequestValidation.found(
                                store.madeBy(put.owner(), named.artifactId()),
                                () -> store.hasExpired(
                                        put.owner().workspaceId(),
                                        named.artifactId(),
                                        put.owner().runId().value()))
                        .map(made -> same(put, made));
            case ArtifactValidation.Invalid(FailureCode code, String field, String why) ->
                throw new ProblemException(code, field + " " + why + ".", field);
        };
    }

    @POST
    @Path("metadata")
    @Operation(
            operationId = "getArtifact",
            summary = "Get the metadata of an artifact that a run can read",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "ArtifactQuestion")
    @APIResponse(responseCode = "200", ref = "ArtifactMetadata")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoArtifact")
    @APIResponse(responseCode = "410", ref = "FormerArtifact")
    public Uni<ArtifactMetadata> metadata(ArtifactQuestion question) {
        return seen(question.reader(), question.artifactId());
    }

    @POST
    @Path("read")
    @Operation(
            operationId = "readArtifact",
            summary = "Read a range of bytes of an artifact that a run can read",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "ArtifactRangeQuestion")
    @APIResponse(responseCode = "200", ref = "ArtifactReadResult")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoArtifact")
    @APIResponse(responseCode = "410", ref = "FormerArtifact")
    public Uni<ArtifactReadResult> read(ArtifactRangeQuestion question) {
        String workspace = question.reader().workspaceId();
        return seen(question.reader(), question.artifactId()).onItem().transformToUni(artifact -> {
            long size = Objects.requireNonNull(artifact.sizeBytes());
            ByteRange span = ByteRange.of(question.offset(), question.limit(), size);
            return store.bytes(workspace, Objects.requireNonNull(artifact.sha256()), span)
                    .map(bytes -> range(question, artifact, span, size, bytes));
        });
    }

    private Uni<ArtifactMetadata> seen(ArtifactOwner reader, String artifactId) {
        return ArtifactRequestValidation.found(
                store.visibleTo(
                        ArtifactRequestValidation.fitting(reader),
                        ArtifactRequestValidation.fitting(artifactId, "artifact_id")),
                () -> store.hasExpired(reader, artifactId));
    }

    /** Answers with the bytes; bytes that were freed since the request began belong to an expired artifact. */
    private static ArtifactReadResult range(
            ArtifactRangeQuestion question, ArtifactMetadata artifact, ByteRange span, long size, byte[] bytes) {
        if (bytes.length != span.length()) {
            throw ArtifactRequestValidation.gone();
        }
        return new ArtifactReadResult(
                artifact.artifactId(),
                artifact.mimeType(),
                size,
                question.offset(),
                span.length(),
                Base64.getEncoder().encodeToString(bytes),
                null,
                span.to() < size);
    }

    private static WriteClaim claim(ArtifactPut put) {
        ArtifactOwner owner = put.owner();
        return new WriteClaim(owner.workspaceId(), owner.runId().value(), put.attempt(), put.operationId());
    }

    private static ArtifactMetadata answer(ArtifactWrite write) {
        return switch (write) {
            case ArtifactWrite.Stored(ArtifactMetadata artifact) -> {
                FailPoint.at("context.50-artifact-kept");
                yield artifact;
            }
            case ArtifactWrite.Fenced() -> throw RunRequestValidation.fenced();
            case ArtifactWrite.IdConflict() ->
                throw RequestBodyReader.invalid("artifact_id", "is that of another artifact of this run");
            case ArtifactWrite.Expired() -> throw ArtifactRequestValidation.gone();
            case ArtifactWrite.Full() ->
                throw new ProblemException(FailureCode.PAYLOAD_TOO_LARGE, "The workspace has no room for so much.");
            case ArtifactWrite.Invalid() -> throw RequestBodyReader.invalid("metadata", "cannot be stored");
        };
    }

    /** Checks the size, scope and digest that the caller states of an artifact. */
    private static ArtifactMetadata same(ArtifactPut put, ArtifactMetadata made) {
        if (put.sizeBytes() != null && !put.sizeBytes().equals(made.sizeBytes())) {
            throw RequestBodyReader.invalid("size_bytes", "is not that of the artifact");
        }
        if (put.scope() != null && !put.scope().equals(made.scope())) {
            throw RequestBodyReader.invalid("scope", "is not that of the artifact");
        }
        if (put.sha256() != null && !put.sha256().equalsIgnoreCase(made.sha256())) {
            throw new ProblemException(FailureCode.DIGEST_MISMATCH, "sha256 is not that of the artifact.", "sha256");
        }
        return made;
    }
}
