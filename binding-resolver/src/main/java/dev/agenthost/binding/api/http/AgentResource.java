package dev.agenthost.binding.api.http;

import dev.agenthost.binding.catalog.Agent;
import dev.agenthost.binding.catalog.AgentDocument;
import dev.agenthost.binding.catalog.ConfigurationRules;
import dev.agenthost.binding.catalog.RunnerCatalog;
import dev.agenthost.platform.rest.VersionedRepository;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.rest.http.VersionedEndpoint;
import dev.agenthost.platform.security.AccessRight;
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
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
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

    private final VersionedEndpoint<Agent, AgentDocument> agents;

    AgentResource(VersionedRepository<Agent> agents, RunnerCatalog runners, RequestCaller caller) {
        this.agents = new VersionedEndpoint<>(
                PATH,
                AgentDocument.KIND,
                agents,
                caller,
                agent -> Uni.createFrom()
                        .item(ConfigurationRules.check(agent, runners.of(agent.runnerId(), agent.workspaceId()))),
                agent -> AgentDocument.of(
                        agent, ConfigurationRules.remarks(agent, runners.of(agent.runnerId(), agent.workspaceId()))));
    }

    @POST
    @RequiredRight(AccessRight.CONFIGURE)
    @Operation(operationId = "createAgent", summary = "Create an agent; without an agent_id the host assigns one")
    @RequestBody(ref = "Agent")
    @APIResponse(responseCode = "201", ref = "AgentMade")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The key does not permit the workspace in the body")
    @APIResponse(responseCode = "409", description = "The agent_id already exists")
    public Uni<Response> create(byte[] body) {
        return agents.create(body);
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "listAgents", summary = "List the agents of the workspace, ordered by id")
    @APIResponse(responseCode = "200", ref = "Agents")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<Response> list(
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit,
            @Parameter(ref = "cursor") @QueryParam("cursor") @Nullable String cursor) {
        return agents.list(limit, cursor);
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Path("/{id}")
    @Operation(operationId = "readAgent", summary = "Get an agent and its ETag")
    @APIResponse(responseCode = "200", ref = "Agent")
    @APIResponse(responseCode = "404", ref = "Missing")
    public Uni<Response> get(@Parameter(ref = "id") @PathParam("id") String id) {
        return agents.get(id);
    }

    @PUT
    @RequiredRight(AccessRight.CONFIGURE)
    @Path("/{id}")
    @Operation(operationId = "replaceAgent", summary = "Replace an agent; omitted fields return to their defaults")
    @RequestBody(ref = "Agent")
    @APIResponse(responseCode = "200", ref = "Agent")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "Missing")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated")
    @APIResponse(responseCode = "428", description = "The header If-Match is missing")
    public Uni<Response> replace(
            @Parameter(ref = "id") @PathParam("id") String id,
            @Parameter(ref = "If-Match") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            byte[] body) {
        return agents.replace(id, ifMatch, body);
    }

    @DELETE
    @RequiredRight(AccessRight.CONFIGURE)
    @Path("/{id}")
    @Operation(operationId = "deleteAgent", summary = "Delete an agent that no binding and no bot uses")
    @APIResponse(responseCode = "204", description = "The resource is deleted")
    @APIResponse(responseCode = "404", ref = "Missing")
    @APIResponse(responseCode = "409", description = "Bindings or bots refer to the agent")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated")
    public Uni<Response> delete(
            @Parameter(ref = "id") @PathParam("id") String id,
            @Parameter(ref = "If-Match-optional") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
        return agents.delete(id, ifMatch);
    }
}
