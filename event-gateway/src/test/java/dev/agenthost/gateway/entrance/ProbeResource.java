package dev.agenthost.gateway.entrance;

import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Resources that exist only to be knocked at. */
@Path("/")
public class ProbeResource {

    public enum Colour {
        RED,
        BLUE
    }

    public record Painted(String name, Colour colour, int size) {}

    private final RequestCaller caller;

    ProbeResource(RequestCaller caller) {
        this.caller = caller;
    }

    @GET
    @Operation(hidden = true)
    @Path("internal/v1/probe")
    public String internal() {
        return "inside";
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(hidden = true)
    @Path("api/v1/probe/workspaces/{workspace}")
    public String ofWorkspace(@PathParam("workspace") String workspace) {
        caller.requireWorkspace(workspace);
        return caller.keyId();
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(hidden = true)
    @Path("api/v1/probe/filtered")
    public String filtered(@QueryParam("colour") String colour) {
        return colour;
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(hidden = true)
    @Path("api/v1/probe/broken")
    public String broken() {
        throw new IllegalStateException("a detail that nobody outside may read");
    }

    @POST
    @RequiredRight(AccessRight.READ)
    @Operation(hidden = true)
    @Consumes(MediaType.APPLICATION_JSON)
    @Path("api/v1/probe/painted")
    public String painted(Painted painted) {
        return painted.name();
    }

    @GET
    @Operation(hidden = true)
    @Path("api/v1/probe/forgotten")
    public String forgotten() {
        return "nobody said what this needs";
    }
}
