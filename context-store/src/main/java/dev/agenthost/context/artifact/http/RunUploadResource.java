package dev.agenthost.context.artifact.http;

import dev.agenthost.context.artifact.RunTokens;
import dev.agenthost.context.artifact.Uploader;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.OPTIONS;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;
import org.jspecify.annotations.Nullable;

/**
 * Receives uploads of runs by tus, authorized by a run token, which names the run and its scope. Without a valid token every request is 404.
 *
 * <p>Further errors: as in {@link UploadResource}; an attempt below its run's fence, or an ended run (409).
 */
@Path(RunUploadResource.PATH)
@Blocking
@Tag(name = "uploads", description = "Resumable uploads of artifacts with tus 1.0.0.")
public class RunUploadResource {
    static final String PATH = "/signed/v1/uploads";
    private static final String BEARER = "Bearer ";

    private final TusServer tus;
    private final RunTokens tokens;
    private final HttpHeaders headers;

    RunUploadResource(TusServer tus, RunTokens tokens, @Context HttpHeaders headers) {
        this.tus = tus;
        this.tokens = tokens;
        this.headers = headers;
    }

    @OPTIONS
    @Operation(
            operationId = "runUploadAbilities",
            summary = "Get the supported versions of tus and the maximum size of an upload")
    @APIResponse(responseCode = "204", ref = "TusAbilities")
    public Response abilities() {
        return tus.abilities();
    }

    @POST
    @Consumes(MediaType.WILDCARD)
    @Operation(operationId = "runUploadBegin", summary = "Create an upload; PATCH requests send its bytes")
    @APIResponse(responseCode = "201", ref = "UploadBegun")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "412", ref = "OtherTus")
    @APIResponse(responseCode = "404", ref = "NoUpload")
    @APIResponse(responseCode = "409", ref = "Fenced")
    public Response create(
            @Parameter(ref = "Tus-Resumable") @HeaderParam("Tus-Resumable") @Nullable String version,
            @Parameter(ref = "Upload-Length") @HeaderParam("Upload-Length") @Nullable String length,
            @Parameter(hidden = true) @HeaderParam("Upload-Defer-Length") @Nullable String deferred,
            @Parameter(ref = "Upload-Metadata") @HeaderParam("Upload-Metadata") @Nullable String metadata) {
        TusHeaders.requireVersion(version);
        return tus.create(uploader(), TusHeaders.request(length, deferred, metadata), PATH);
    }

    @HEAD
    @Path("{upload}")
    @Operation(operationId = "runUploadLook", summary = "Get the number of bytes received of an upload")
    @APIResponse(responseCode = "200", ref = "UploadState")
    @APIResponse(
            responseCode = "404",
            description = "The upload does not exist, has expired, or is not visible to the caller")
    @APIResponse(responseCode = "412", description = "The requested tus version is not supported")
    public Response status(
            @Parameter(description = "The id of the upload, the last segment of the Location header of its creation.")
                    @RestPath
                    String upload,
            @Parameter(ref = "Tus-Resumable") @HeaderParam("Tus-Resumable") @Nullable String version) {
        TusHeaders.requireVersion(version);
        return tus.status(uploader(), upload);
    }

    /** Stores the bytes as they arrive, one piece at a time. */
    @PATCH
    @Path("{upload}")
    @Consumes(TusHeaders.BYTES)
    @Operation(
            operationId = "runUploadAppend",
            summary = "Append bytes to an upload; the last ones create the artifact")
    @RequestBody(ref = "UploadBytes")
    @APIResponse(responseCode = "204", ref = "UploadReached")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoUpload")
    @APIResponse(responseCode = "409", ref = "UploadElsewhere")
    @APIResponse(responseCode = "412", ref = "OtherTus")
    @APIResponse(
            responseCode = "415",
            description =
                    "The body is not application/offset+octet-stream, or the bytes contradict the declared media type")
    public Response append(
            @Parameter(description = "The id of the upload, the last segment of the Location header of its creation.")
                    @RestPath
                    String upload,
            @Parameter(ref = "Tus-Resumable") @HeaderParam("Tus-Resumable") @Nullable String version,
            @Parameter(ref = "Upload-Offset") @HeaderParam("Upload-Offset") @Nullable String offset,
            InputStream body) {
        TusHeaders.requireVersion(version);
        return tus.append(uploader(), upload, offset, body);
    }

    /** Serves HTTP clients without PATCH: {@code X-HTTP-Method-Override} names the method. */
    @POST
    @Path("{upload}")
    @Consumes(TusHeaders.BYTES)
    @Operation(hidden = true)
    public Response override(
            @Parameter(description = "The id of the upload, the last segment of the Location header of its creation.")
                    @RestPath
                    String upload,
            @HeaderParam("X-HTTP-Method-Override") @Nullable String method,
            @HeaderParam("Tus-Resumable") @Nullable String version,
            @HeaderParam("Upload-Offset") @Nullable String offset,
            InputStream body) {
        if (!"PATCH".equals(method)) {
            throw TusHeaders.invalid("X-HTTP-Method-Override", "must be PATCH");
        }
        return append(upload, version, offset, body);
    }

    @DELETE
    @Path("{upload}")
    @Operation(operationId = "runUploadEnd", summary = "Cancel an upload; a completed artifact is not deleted")
    @APIResponse(responseCode = "204", description = "The resource is deleted")
    @APIResponse(responseCode = "404", ref = "NoUpload")
    @APIResponse(responseCode = "412", ref = "OtherTus")
    public Response end(
            @Parameter(description = "The id of the upload, the last segment of the Location header of its creation.")
                    @RestPath
                    String upload,
            @Parameter(ref = "Tus-Resumable") @HeaderParam("Tus-Resumable") @Nullable String version) {
        TusHeaders.requireVersion(version);
        return tus.end(uploader(), upload);
    }

    private Uploader uploader() {
        String shown = headers.getHeaderString(HttpHeaders.AUTHORIZATION);
        return tokens.read(
                        shown == null || !shown.startsWith(BEARER) ? "" : shown.substring(BEARER.length()),
                        Instant.now())
                .orElseThrow(TusHeaders::notFound);
    }
}
