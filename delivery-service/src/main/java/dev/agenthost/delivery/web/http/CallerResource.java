package dev.agenthost.delivery.web.http;

import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.security.KeyRole;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Describes the caller: the page learns whether its key is valid, the workspace for its addresses, and the name under
 * which it stores the key's data.
 */
@Path("/api/v1/caller")
@Tag(name = "caller")
@Produces(MediaType.APPLICATION_JSON)
public class CallerResource {

    private final RequestCaller caller;

    CallerResource(RequestCaller caller) {
        this.caller = caller;
    }

    /**
     * The caller's key.
     *
     * @param keyId unique in its workspace; no secret
     * @param keyName two keys may share one
     */
    public record Known(String workspaceId, String keyId, String keyName, KeyRole role) {}

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "readCaller", summary = "Get the workspace, name and role of the key")
    @APIResponse(responseCode = "200", ref = "Caller")
    public byte[] known() {
        return ProtocolCodec.encode(new Known(caller.workspaceId(), caller.keyId(), caller.keyName(), caller.role()));
    }
}
