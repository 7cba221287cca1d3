package dev.agenthost.context.rawpayload.http;

import dev.agenthost.context.artifact.ArtifactContent;
import dev.agenthost.context.artifact.ByteRange;
import dev.agenthost.context.common.StoredText;
import dev.agenthost.context.rawpayload.RawPayloadRepository;
import dev.agenthost.context.rawpayload.RawRules;
import dev.agenthost.context.rawpayload.StoredRawPayload;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.hostapi.ArtifactReadResult;
import dev.agenthost.protocol.store.RawPayloadStored;
import dev.agenthost.protocol.store.RawPayloadWrite;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.ArtifactQuestion;
import dev.agenthost.protocol.store.artifact.ArtifactRangeQuestion;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Stores raw payloads for event-gateway, and serves them to run-orchestrator on behalf of a runner with the grant.
 *
 * <p>Errors: content that is no base64, no JSON or too large, a NUL in an id (400, names the field); an unknown payload, or one that the
 * run may not read (404).
 */
@Path("/internal/v1/raw-payloads")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "artifacts")
public class RawResource {
    private final RawPayloadRepository payloads;

    RawResource(RawPayloadRepository payloads) {
        this.payloads = payloads;
    }

    @POST
    @Path("put")
    @Operation(
            operationId = "putRawPayload",
            summary = "Store the raw payload of an event, once for each event",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "RawPut")
    @APIResponse(responseCode = "200", ref = "RawKept")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<RawPayloadStored> put(RawPayloadWrite put) {
        return payloads.store(put, content(put))
                .map(kept -> new RawPayloadStored(kept ? put.eventId().toString() : null));
    }

    @POST
    @Path("metadata")
    @Operation(
            operationId = "getRawPayload",
            summary = "Get the metadata of a raw payload that a run can read",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "ArtifactQuestion")
    @APIResponse(responseCode = "200", ref = "ArtifactMetadata")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoArtifact")
    public Uni<ArtifactMetadata> metadata(ArtifactQuestion question) {
        return seen(question.reader(), question.artifactId()).map(StoredRawPayload::metadata);
    }

    @POST
    @Path("read")
    @Operation(
            operationId = "readRawPayload",
            summary = "Read a range of bytes of a raw payload that a run can read",
            extensions = @Extension(name = "x-smallrye-profile-internal", value = ""))
    @RequestBody(ref = "ArtifactRangeQuestion")
    @APIResponse(responseCode = "200", ref = "ArtifactReadResult")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoArtifact")
    public Uni<ArtifactReadResult> read(ArtifactRangeQuestion question) {
        return seen(question.reader(), question.artifactId()).map(found -> range(question, found));
    }

    private Uni<StoredRawPayload> seen(ArtifactOwner reader, String artifactId) {
        if (!StoredText.fits(artifactId)) {
            throw notFound();
        }
        return payloads.visibleTo(reader, artifactId).map(RawResource::found);
    }

    private static ArtifactReadResult range(ArtifactRangeQuestion question, StoredRawPayload found) {
        byte[] bytes = found.content().bytes();
        ByteRange span = ByteRange.of(question.offset(), question.limit(), bytes.length);
        return new ArtifactReadResult(
                found.artifactId(),
                StoredRawPayload.MIME_TYPE,
                (long) bytes.length,
                question.offset(),
                span.length(),
                Base64.getEncoder().encodeToString(Arrays.copyOfRange(bytes, (int) span.from(), (int) span.to())),
                null,
                span.to() < bytes.length);
    }

    private static ArtifactContent content(RawPayloadWrite put) {
        try {
            return RawRules.content(put);
        } catch (InvalidFieldException wrong) {
            throw new ProblemException(
                    FailureCode.INVALID_ARGUMENT, wrong.field() + " " + wrong.why() + ".", wrong.field());
        }
    }

    /** Returns the payload, or fails with the same 404 for a payload that never existed, has expired or is not readable by the caller. */
    static StoredRawPayload found(Optional<StoredRawPayload> raw) {
        return raw.orElseThrow(RawResource::notFound);
    }

    static ProblemException notFound() {
        return new ProblemException(FailureCode.NOT_FOUND, "There is no such artifact.");
    }
}
