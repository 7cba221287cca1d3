package dev.agenthost.delivery.page.http;

import dev.agenthost.door.key.http.Caller;
import dev.agenthost.protocol.json.ProtocolCodec;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/** Who asks: the page learns by it whether its key opens something, and which workspace it names in addresses. */
@Path("/api/v1/caller")
@Produces(MediaType.APPLICATION_JSON)
public class CallerResource {

    private final Caller caller;

    CallerResource(Caller caller) {
        this.caller = caller;
    }

    /** What the key that was sent opens. */
    public record Known(String workspaceId, String keyName) {}

    @GET
    @Operation(summary = "Which workspace the key opens, and what it is called")
    @APIResponse(responseCode = "200", description = "{workspace_id, key_name}")
    @APIResponse(responseCode = "401", description = "No key, or a wrong one")
    public byte[] known() {
        return ProtocolCodec.encode(new Known(caller.workspaceId(), caller.keyName()));
    }
}
