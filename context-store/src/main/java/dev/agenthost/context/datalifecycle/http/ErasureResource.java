package dev.agenthost.context.datalifecycle.http;

import dev.agenthost.context.datalifecycle.ErasureRepository;
import dev.agenthost.context.datalifecycle.ErasureTarget;
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
 * Erases the data of a conversation or an actor permanently.
 *
 * <p>Errors: neither or both targets, an unknown field, a value that is no text, a blank id or a NUL in an id (400, names the field); an
 * unknown erasure, or one of another workspace (404, equal answers).
 */
@Path(ErasureResource.PATH)
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "erasures", description = "Erasures of conversations and actors.")
public class ErasureResource {
    static final String PATH = "/api/v1/erasures";

    private final ErasureRepository erasures;
    private final RequestCaller caller;

    public ErasureResource(ErasureRepository erasures, RequestCaller caller) {
        this.erasures = erasures;
        this.caller = caller;
    }

    @POST
    @RequiredRight(AccessRight.CONFIGURE)
    @Operation(operationId = "erase", summary = "Erase the data of a conversation or an actor stored up to now")
    @RequestBody(ref = "ErasureTarget")
    @APIResponse(responseCode = "202", ref = "ErasureAsked")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<Response> erase(byte[] body) {
        ErasureTarget target = ErasureBodies.target(body);
        UUID id = UUID.randomUUID();
        return erasures.request(caller.workspaceId(), id, target, audit(id)).map(asked -> Response.status(202)
                .location(URI.create(PATH + "/" + id))
                .entity(ErasureBodies.of(asked))
                .build());
    }

    @GET
    @Path("/{erasure_id}")
    @RequiredRight(AccessRight.CONFIGURE)
    @Operation(operationId = "readErasure", summary = "Get the status and receipt of an erasure")
    @APIResponse(responseCode = "200", ref = "Erasure")
    @APIResponse(responseCode = "404", description = "No erasure with this id exists in the workspace")
    public Uni<Response> read(@Parameter(ref = "erasure_id") @PathParam("erasure_id") String id) {
        return erasures.find(caller.workspaceId(), named(id)).map(found -> found.map(
                        erasure -> Response.ok(ErasureBodies.of(erasure)).build())
                .orElseThrow(ErasureResource::missing));
    }

    private AuditEntry audit(UUID id) {
        return caller.change().entry("context-store", caller.workspaceId(), "erasure.create", id.toString(), null);
    }

    private static UUID named(String id) {
        try {
            return UUID.fromString(id);
        } catch (IllegalArgumentException e) {
            throw missing();
        }
    }

    private static ProblemException missing() {
        return new ProblemException(FailureCode.NOT_FOUND, "There is no such erasure.");
    }
}
