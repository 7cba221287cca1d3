package dev.agenthost.context.artifact.http;

import dev.agenthost.context.artifact.ArtifactRepository;
import dev.agenthost.context.artifact.DownloadLinks;
import dev.agenthost.context.common.StoredText;
import dev.agenthost.platform.rest.http.SourceAddress;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestMulti;
import org.jboss.resteasy.reactive.RestPath;
import org.jspecify.annotations.Nullable;

/**
 * Serves downloads by a signed link.
 *
 * <p>Errors: an invalid or expired link, or an artifact that no longer exists (404, equal answers); a range beyond the end (416).
 */
@Path(SignedDownloadResource.PATH + "/{artifact}")
@Tag(name = "artifacts")
public class SignedDownloadResource {
    static final String PATH = "/signed/v1/artifacts";

    private final ArtifactRepository store;
    private final DownloadLinks links;
    private final LinkReads reads;

    SignedDownloadResource(ArtifactRepository store, DownloadLinks links, LinkReads reads) {
        this.store = store;
        this.links = links;
        this.reads = reads;
    }

    /** Sends the bytes in pieces; reads the next piece once the client has taken the last one. */
    @GET
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    @Operation(operationId = "downloadByLink", summary = "Read an artifact, or one range of its bytes, through a link")
    @APIResponse(responseCode = "200", ref = "Bytes")
    @APIResponse(responseCode = "206", ref = "PartOfBytes")
    @APIResponse(responseCode = "304", ref = "Unchanged")
    @APIResponse(responseCode = "404", ref = "NoArtifact")
    @APIResponse(responseCode = "416", ref = "NoSuchRange")
    public RestMulti<byte[]> content(
            @Context HttpServerRequest request,
            @Parameter(description = "The id of the artifact.") @RestPath String artifact,
            @Parameter(ref = "download_token") @QueryParam("token") @Nullable String token,
            @Parameter(ref = "Range") @HeaderParam("Range") @Nullable String range,
            @Parameter(hidden = true) @HeaderParam("If-Range") @Nullable String ifRange,
            @Parameter(ref = "IfNoneMatch") @HeaderParam(HttpHeaders.IF_NONE_MATCH) @Nullable String ifNoneMatch) {
        DownloadLinks.Opens opens = links.read(token == null ? "" : token, artifact, Instant.now())
                .filter(known -> StoredText.fits(artifact))
                .orElseThrow(ArtifactRequestValidation::notFound);
        Download.Conditions conditions = new Download.Conditions(range, ifRange, ifNoneMatch);
        return RestMulti.fromUniResponse(
                found(opens)
                        .call(found -> reads.record(opens, SourceAddress.of(request)))
                        .map(found -> Download.of(store, opens.workspaceId(), found, conditions)),
                Download::body,
                Download::headers,
                Download::status);
    }

    private Uni<ArtifactMetadata> found(DownloadLinks.Opens opens) {
        return store.inWorkspace(opens.workspaceId(), opens.artifactId(), opens.runId())
                .map(found -> found.orElseThrow(ArtifactRequestValidation::notFound))
                .map(found -> {
                    if (!opens.sha256().equals(found.sha256())) {
                        throw ArtifactRequestValidation.notFound();
                    }
                    return found;
                });
    }
}
