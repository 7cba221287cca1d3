package dev.agenthost.context.datalifecycle.http;

import dev.agenthost.context.datalifecycle.RebuildRepository;
import dev.agenthost.context.eventlog.ConversationScope;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Rebuilds a transcript from the event log while the service continues to serve it.
 *
 * <p>Errors: a missing conversation or an unknown field (400, names the field); an unknown rebuild, or one of another workspace (404,
 * equal answers).
 */
@Path(RebuildResource.PATH)
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "transcripts", description = "Messages and events of conversations.")
public class RebuildResource {
    static final String PATH = "/api/v1/transcript/rebuild";

    private final RebuildRepository rebuilds;
    private final RequestCaller caller;

    public RebuildResource(RebuildRepository rebuilds, RequestCaller caller) {
        this.rebuilds = rebuilds;
        this.caller = caller;
    }

    @POST
    @RequiredRight(AccessRight.CONFIGURE)
    @Operation(
            operationId = "rebuildTranscript",
            summary = "Rebuild the transcript of a conversation from the event log")
    @RequestBody(ref = "RebuildScope")
    @APIResponse(responseCode = "202", ref = "RebuildAsked")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<Response> rebuild(byte[] body) {
        ConversationScope scope = RebuildBodies.scope(caller.workspaceId(), body);
        UUID id = UUID.randomUUID();
        return rebuilds.request(id, scope, audit(id)).map(asked -> Response.status(202)
                .location(URI.create(PATH + "/" + id))
                .entity(RebuildBodies.of(asked))
                .build());
    }

    @GET
    @Path("/{rebuild_id}")
    @RequiredRight(AccessRight.CONFIGURE)
    @Operation(operationId = "readRebuild", summary = "Get the status of a rebuild")
    @APIResponse(responseCode = "200", ref = "Rebuild")
    @APIResponse(responseCode = "404", description = "No rebuild with this id exists in the workspace")
    public Uni<Response> read(@Parameter(ref = "rebuild_id") @PathParam("rebuild_id") String id) {
        return rebuilds.find(caller.workspaceId(), named(id)).map(found -> found.map(
                        rebuild -> Response.ok(RebuildBodies.of(rebuild)).build())
                .orElseThrow(RebuildResource::missing));
    }

    private AuditEntry audit(UUID id) {
        return caller.change().entry("context-store", caller.workspaceId(), "transcript.rebuild", id.toString(), null);
    }

    private static UUID named(String id) {
        try {
            return UUID.fromString(id);
        } catch (IllegalArgumentException e) {
            throw missing();
        }
    }

    private static ProblemException missing() {
        return new ProblemException(FailureCode.NOT_FOUND, "There is no such rebuild.");
    }
}
