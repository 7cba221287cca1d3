package dev.agenthost.context.rawpayload.http;

import dev.agenthost.context.audit.AuditRecorder;
import dev.agenthost.context.common.StoredText;
import dev.agenthost.context.rawpayload.RawPayloadRepository;
import dev.agenthost.context.rawpayload.StoredRawPayload;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;

/** Serves raw payloads of platforms to people of the workspace. Errors: one that does not exist, or is of another workspace (404). */
@Path("/api/v1/artifacts/{artifact}/raw")
@Tag(name = "artifacts")
public class RawDownloadResource {
    private final RawPayloadRepository payloads;
    private final AuditRecorder changes;
    private final RequestCaller caller;

    RawDownloadResource(RawPayloadRepository payloads, AuditRecorder changes, RequestCaller caller) {
        this.payloads = payloads;
        this.changes = changes;
        this.caller = caller;
    }

    /** Makes a browser save the payload, not display it: its author is untrusted. */
    @GET
    @RequiredRight(AccessRight.READ)
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "downloadRawPayload",
            summary = "Get the raw payload of an event without secrets; `raw_ref` of the event contains its id")
    @APIResponse(responseCode = "200", ref = "RawPayload")
    @APIResponse(responseCode = "404", ref = "NoArtifact")
    public Uni<Response> content(@Parameter(description = "The id of the artifact.") @RestPath String artifact) {
        if (!StoredText.fits(artifact)) {
            throw RawResource.notFound();
        }
        String workspace = caller.workspaceId();
        String keyId = caller.keyId();
        return payloads.find(workspace, artifact)
                .map(RawResource::found)
                .call(found -> changes.read(workspace, keyId, "raw_payload.read", "raw_payload/" + artifact, null))
                .map(RawDownloadResource::saved);
    }

    private static Response saved(StoredRawPayload found) {
        return Response.ok(found.content().bytes(), StoredRawPayload.MIME_TYPE)
                .header("Content-Disposition", "attachment; filename=\"raw.json\"")
                .header("X-Content-Type-Options", "nosniff")
                .header("Content-Security-Policy", "sandbox")
                .header("Cache-Control", "private, no-store")
                .build();
    }
}
