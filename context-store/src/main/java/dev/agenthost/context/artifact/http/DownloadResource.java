package dev.agenthost.context.artifact.http;

import dev.agenthost.context.artifact.ArtifactRepository;
import dev.agenthost.context.artifact.ReaderPermissions;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.platform.security.ApiKey;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestMulti;
import org.jboss.resteasy.reactive.RestPath;
import org.jspecify.annotations.Nullable;

/**
 * Serves the metadata and the bytes of a workspace's artifacts to people and programs. An adapter's key reads the artifacts of its bots only.
 *
 * <p>Errors: an unknown id, or one of another workspace or bot (404, equal answers); an expired artifact (410); an invalid run id (400); a
 * range beyond the end (416).
 */
@Path("/api/v1/artifacts/{artifact}")
@Tag(name = "artifacts", description = "Artifacts of runs.")
public class DownloadResource {
    private final ArtifactRepository store;
    private final RequestCaller caller;

    public DownloadResource(ArtifactRepository store, RequestCaller caller) {
        this.store = store;
        this.caller = caller;
    }

    /** @param run the run that made the artifact, if several runs used its id; the newest artifact if absent */
    @GET
    @RequiredRight(AccessRight.FETCH)
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(operationId = "describeArtifact", summary = "Get the metadata of an artifact")
    @APIResponse(responseCode = "200", ref = "ArtifactMetadata")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoArtifact")
    @APIResponse(responseCode = "410", ref = "FormerArtifact")
    public Uni<ArtifactMetadata> metadata(
            @Parameter(description = "The id of the artifact.") @RestPath String artifact,
            @Parameter(ref = "run_id") @QueryParam("run_id") @Nullable String run) {
        return find(caller.workspaceId(), artifact, run).map(found -> found.permitting(ReaderPermissions.ALL));
    }

    /** Sends the bytes in pieces; reads the next piece once the client has taken the last one. */
    @GET
    @Path("content")
    @RequiredRight(AccessRight.FETCH)
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    @Operation(operationId = "downloadArtifact", summary = "Read an artifact, or one range of its bytes")
    @APIResponse(responseCode = "200", ref = "Bytes")
    @APIResponse(responseCode = "206", ref = "PartOfBytes")
    @APIResponse(responseCode = "304", ref = "Unchanged")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoArtifact")
    @APIResponse(responseCode = "410", ref = "FormerArtifact")
    @APIResponse(responseCode = "416", ref = "NoSuchRange")
    public RestMulti<byte[]> content(
            @Parameter(description = "The id of the artifact.") @RestPath String artifact,
            @Parameter(ref = "run_id") @QueryParam("run_id") @Nullable String run,
            @Parameter(ref = "Range") @HeaderParam("Range") @Nullable String range,
            @Parameter(hidden = true) @HeaderParam("If-Range") @Nullable String ifRange,
            @Parameter(ref = "IfNoneMatch") @HeaderParam(HttpHeaders.IF_NONE_MATCH) @Nullable String ifNoneMatch) {
        String workspace = caller.workspaceId();
        Download.Conditions conditions = new Download.Conditions(range, ifRange, ifNoneMatch);
        return RestMulti.fromUniResponse(
                find(workspace, artifact, run).map(found -> Download.of(store, workspace, found, conditions)),
                Download::body,
                Download::headers,
                Download::status);
    }

    private Uni<ArtifactMetadata> find(String workspace, String artifact, @Nullable String run) {
        ArtifactRequestValidation.fitting(artifact, "artifact_id");
        if (!caller.speaksFor().contains(ApiKey.ANY)) {
            return ArtifactRequestValidation.found(
                    store.ofBots(workspace, artifact, ArtifactRequestValidation.run(run), caller.speaksFor()),
                    () -> Uni.createFrom().item(false));
        }
        return ArtifactRequestValidation.found(
                store.inWorkspace(workspace, artifact, ArtifactRequestValidation.run(run)),
                () -> store.hasExpired(workspace, artifact, ArtifactRequestValidation.run(run)));
    }
}
