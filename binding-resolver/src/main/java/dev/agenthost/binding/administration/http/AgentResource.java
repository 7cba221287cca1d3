package dev.agenthost.binding.administration.http;

import dev.agenthost.binding.agent.Agent;
import dev.agenthost.binding.agent.AgentDocument;
import dev.agenthost.binding.change.Register;
import dev.agenthost.door.key.Right;
import dev.agenthost.door.key.http.Needs;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The agents of the caller's workspace. */
@Path(AgentResource.PATH)
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "agents")
public class AgentResource {
    static final String PATH = "/api/v1/agents";

    private final Documents<Agent, AgentDocument> agents;

    AgentResource(Register<Agent> agents, Entrance entrance) {
        this.agents = new Documents<>(PATH, AgentDocument.KIND, agents, entrance);
    }

    @POST
    @Needs(Right.CONFIGURE)
    @Operation(summary = "Make an agent; without an agent_id it is given one")
    @RequestBody(content = @Content(schema = @Schema(implementation = AgentDocument.class)))
    @APIResponse(responseCode = "201", description = "It exists; Location and ETag say where and which version")
    @APIResponse(responseCode = "409", description = "The agent_id is taken")
    public Uni<Response> create(byte[] body) {
        return agents.create(body);
    }

    @GET
    @Needs(Right.READ)
    @Operation(summary = "The agents of the workspace, in the order of their ids")
    public Uni<Response> list(
            @QueryParam("limit") @Nullable String limit, @QueryParam("cursor") @Nullable String cursor) {
        return agents.list(limit, cursor);
    }

    @GET
    @Needs(Right.READ)
    @Path("/{id}")
    @Operation(summary = "One agent, with its ETag")
    public Uni<Response> get(@PathParam("id") String id) {
        return agents.get(id);
    }

    @PUT
    @Needs(Right.CONFIGURE)
    @Path("/{id}")
    @Operation(summary = "Replace an agent; what the body leaves out has its default again")
    @RequestBody(content = @Content(schema = @Schema(implementation = AgentDocument.class)))
    @APIResponse(responseCode = "200", description = "Replaced, with its new ETag")
    @APIResponse(responseCode = "412", description = "The If-Match is not its ETag any more")
    @APIResponse(responseCode = "428", description = "There is no If-Match")
    public Uni<Response> replace(
            @PathParam("id") String id, @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch, byte[] body) {
        return agents.replace(id, ifMatch, body);
    }

    @DELETE
    @Needs(Right.CONFIGURE)
    @Path("/{id}")
    @Operation(summary = "Delete an agent that no binding names")
    @APIResponse(responseCode = "204", description = "It is gone")
    @APIResponse(responseCode = "409", description = "Bindings name it")
    public Uni<Response> delete(
            @PathParam("id") String id, @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
        return agents.delete(id, ifMatch);
    }
}
