package dev.agenthost.context.artifact.http;

import dev.agenthost.context.artifact.ArtifactRepository;
import dev.agenthost.context.artifact.DownloadLinks;
import dev.agenthost.context.audit.AuditRecorder;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;
import org.jspecify.annotations.Nullable;

/**
 * Creates download links for callers that may read the artifact.
 *
 * <p>Errors: as in {@link DownloadResource}; an invalid or too long lifetime (400).
 */
@Path("/api/v1/artifacts/{artifact}/links")
@Tag(name = "artifacts")
public class LinkResource {
    private static final Duration USUAL = Duration.ofMinutes(5);

    private final ArtifactRepository store;
    private final DownloadLinks links;
    private final AuditRecorder changes;
    private final RequestCaller caller;

    /** @param url a path of this service that contains its own authorization: every holder may read */
    record Link(String url, Instant expiresAt) {}

    LinkResource(ArtifactRepository store, DownloadLinks links, AuditRecorder changes, RequestCaller caller) {
        this.store = store;
        this.links = links;
        this.changes = changes;
        this.caller = caller;
    }

    @POST
    @RequiredRight(AccessRight.READ)
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "linkArtifact",
            summary = "Create a temporary link that downloads an artifact without an API key")
    @APIResponse(responseCode = "201", ref = "ArtifactLink")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoArtifact")
    @APIResponse(responseCode = "410", ref = "FormerArtifact")
    public Uni<Response> link(
            @Parameter(description = "The id of the artifact.") @RestPath String artifact,
            @Parameter(ref = "run_id") @QueryParam("run_id") @Nullable String run,
            @Parameter(ref = "expires_in") @QueryParam("expires_in") @Nullable String seconds) {
        String workspace = caller.workspaceId();
        String keyId = caller.keyId();
        Instant expiresAt = Instant.now().plus(term(seconds)).truncatedTo(ChronoUnit.SECONDS);
        ArtifactRequestValidation.fitting(artifact, "artifact_id");
        return ArtifactRequestValidation.found(
                        store.inWorkspace(workspace, artifact, ArtifactRequestValidation.run(run)),
                        () -> store.hasExpired(workspace, artifact, ArtifactRequestValidation.run(run)))
                .call(found -> changes.read(
                        workspace,
                        keyId,
                        "artifact_link.create",
                        "artifact/" + found.artifactId(),
                        "until " + expiresAt))
                .map(found -> answer(workspace, found, expiresAt));
    }

    private Response answer(String workspace, ArtifactMetadata found, Instant expiresAt) {
        String token = links.token(new DownloadLinks.Opens(
                workspace,
                found.artifactId(),
                found.runId() == null ? null : UUID.fromString(found.runId()),
                Objects.requireNonNull(found.sha256()),
                expiresAt));
        String url = SignedDownloadResource.PATH + "/" + PercentEncoding.encode(found.artifactId()) + "?token=" + token;
        return Response.status(Response.Status.CREATED)
                .header("Cache-Control", "no-store")
                .entity(ProtocolCodec.encode(new Link(url, expiresAt)))
                .build();
    }

    private static Duration term(@Nullable String seconds) {
        if (seconds == null) {
            return USUAL;
        }
        if (!seconds.matches("\\d{1,6}")
                || Long.parseLong(seconds) < 1
                || Long.parseLong(seconds) > DownloadLinks.LONGEST.toSeconds()) {
            throw new ProblemException(
                    FailureCode.INVALID_ARGUMENT,
                    "expires_in must be a number of seconds from 1 to " + DownloadLinks.LONGEST.toSeconds() + ".",
                    "expires_in");
        }
        return Duration.ofSeconds(Long.parseLong(seconds));
    }
}
