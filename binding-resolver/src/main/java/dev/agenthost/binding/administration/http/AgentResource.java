package dev.agenthost.binding.administration.http;

import dev.agenthost.binding.agent.Agent;
import dev.agenthost.binding.agent.AgentDocument;
import dev.agenthost.binding.agent.AgentRules;
import dev.agenthost.binding.agent.AgentWritten;
import dev.agenthost.binding.agent.Agents;
import dev.agenthost.protocol.json.ProtocolCodec;
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
import java.util.UUID;
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

    private final Agents agents;
    private final Entrance entrance;

    AgentResource(Agents agents, Entrance entrance) {
        this.agents = agents;
        this.entrance = entrance;
    }

    @POST
    @Operation(summary = "Make an agent; without an agent_id it is given one")
    @RequestBody(content = @Content(schema = @Schema(implementation = AgentDocument.class)))
    @APIResponse(responseCode = "201", description = "It exists; Location and ETag say where and which version")
    @APIResponse(responseCode = "409", description = "The agent_id is taken")
    public Uni<Response> create(byte[] body) {
        AgentDocument given = entrance.read(body, AgentDocument.class);
        String id = given.agentId() == null ? UUID.randomUUID().toString() : given.agentId();
        Agent agent = entrance.checked(
                given.workspaceId(),
                () -> AgentRules.check(given.agent(id, entrance.workspace()).withVersion(1)));
        return agents.create(agent, entrance.change()).map(written -> switch (written) {
            case AgentWritten.Stored stored ->
                Entrance.created(
                        PATH,
                        id,
                        AgentDocument.of(stored.agent()),
                        stored.agent().version());
            default -> throw refusal(written);
        });
    }

    @GET
    @Operation(summary = "The agents of the workspace, in the order of their ids")
    public Uni<Response> list(
            @QueryParam("limit") @Nullable String limit, @QueryParam("cursor") @Nullable String cursor) {
        Page.Request asked = entrance.checked(null, () -> Page.Request.of(limit, cursor));
        return agents.list(entrance.workspace(), asked.after(), asked.limitAndOne())
                .map(found -> Response.ok(
                                ProtocolCodec.encode(Page.of(found, asked, AgentDocument::of, Agent::agentId)))
                        .build());
    }

    @GET
    @Path("/{id}")
    @Operation(summary = "One agent, with its ETag")
    public Uni<Response> get(@PathParam("id") String id) {
        return agents.find(entrance.workspace(), id)
                .map(found -> found.orElseThrow(Entrance::missing))
                .map(agent -> Entrance.ok(AgentDocument.of(agent), agent.version()));
    }

    @PUT
    @Path("/{id}")
    @Operation(summary = "Replace an agent; what the body leaves out has its default again")
    @RequestBody(content = @Content(schema = @Schema(implementation = AgentDocument.class)))
    @APIResponse(responseCode = "200", description = "Replaced, with its new ETag")
    @APIResponse(responseCode = "412", description = "The If-Match is not its ETag any more")
    @APIResponse(responseCode = "428", description = "There is no If-Match")
    public Uni<Response> replace(
            @PathParam("id") String id, @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch, byte[] body) {
        var expected = entrance.required(ifMatch);
        AgentDocument given = entrance.read(body, AgentDocument.class);
        entrance.sameId(id, given.agentId(), "agent_id");
        Agent agent = entrance.checked(
                given.workspaceId(),
                () -> AgentRules.check(given.agent(id, entrance.workspace()).withVersion(1)));
        return agents.replace(agent, expected, entrance.change()).map(written -> switch (written) {
            case AgentWritten.Stored stored ->
                Entrance.ok(AgentDocument.of(stored.agent()), stored.agent().version());
            default -> throw refusal(written);
        });
    }

    @DELETE
    @Path("/{id}")
    @Operation(summary = "Delete an agent that no binding names")
    @APIResponse(responseCode = "204", description = "It is gone")
    @APIResponse(responseCode = "409", description = "Bindings name it")
    public Uni<Response> delete(
            @PathParam("id") String id, @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
        return agents.delete(entrance.workspace(), id, entrance.optional(ifMatch), entrance.change())
                .map(written -> switch (written) {
                    case AgentWritten.Deleted deleted -> Response.noContent().build();
                    default -> throw refusal(written);
                });
    }

    private static RuntimeException refusal(AgentWritten written) {
        return switch (written) {
            case AgentWritten.Missing missing -> Entrance.missing();
            case AgentWritten.Stale stale -> Entrance.stale(stale.currentVersion());
            case AgentWritten.Exists exists ->
                Entrance.conflict("An agent of this id exists. Replace it with PUT, or take another id.", "agent_id");
            case AgentWritten.InUse use ->
                Entrance.conflict("Bindings name this agent: " + String.join(", ", use.bindingIds()) + ".", null);
            case AgentWritten.Stored stored -> new IllegalStateException("not a refusal");
            case AgentWritten.Deleted deleted -> new IllegalStateException("not a refusal");
        };
    }
}
