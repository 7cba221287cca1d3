package dev.agenthost.orchestrator.tool.http;

import dev.agenthost.orchestrator.tool.McpServer;
import dev.agenthost.orchestrator.tool.McpServerDocument;
import dev.agenthost.orchestrator.tool.McpServerProbe;
import dev.agenthost.orchestrator.tool.McpServerRules;
import dev.agenthost.orchestrator.tool.StdioCommands;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.VersionedKind;
import dev.agenthost.platform.rest.VersionedRepository;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.rest.http.VersionedEndpoint;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.FailureCode;
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
import java.time.Duration;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The MCP servers of the caller's workspace. */
@Path(McpServerResource.PATH)
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "mcp-servers")
public class McpServerResource {
    static final String PATH = "/api/v1/mcp-servers";

    private static final Duration LOOKING = Duration.ofSeconds(10);

    private final VersionedEndpoint<McpServer, McpServerDocument> servers;
    private final McpServerProbe tools;

    McpServerResource(
            VersionedRepository<McpServer> servers,
            StdioCommands commands,
            McpServerProbe tools,
            RequestCaller caller) {
        VersionedKind<McpServer, McpServerDocument> kind = new VersionedKind<>(
                "mcp_server",
                "server_id",
                false,
                McpServerDocument.class,
                document -> new VersionedKind.Heading(document.serverId(), document.workspaceId()),
                McpServerRules::id,
                McpServerDocument::server,
                server -> McpServerRules.check(server, commands),
                McpServerDocument::of);
        this.servers = new VersionedEndpoint<>(PATH, kind, servers, caller);
        this.tools = tools;
    }

    @POST
    @RequiredRight(AccessRight.CONFIGURE)
    @Operation(operationId = "createMcpServer", summary = "Create an MCP server under the server_id that policies use")
    @RequestBody(ref = "McpServer")
    @APIResponse(responseCode = "201", ref = "McpServerMade")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The key does not permit the workspace in the body")
    @APIResponse(responseCode = "409", description = "The server_id already exists")
    public Uni<Response> create(byte[] body) {
        return servers.create(body);
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "listMcpServers", summary = "List the MCP servers of the workspace, ordered by id")
    @APIResponse(responseCode = "200", ref = "McpServers")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<Response> list(
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit,
            @Parameter(ref = "cursor") @QueryParam("cursor") @Nullable String cursor) {
        return servers.list(limit, cursor);
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Path("/{server_id}")
    @Operation(operationId = "readMcpServer", summary = "Get an MCP server and its ETag")
    @APIResponse(responseCode = "200", ref = "McpServer")
    @APIResponse(responseCode = "404", ref = "NoMcpServer")
    public Uni<Response> get(@Parameter(ref = "server_id") @PathParam("server_id") String id) {
        return servers.get(id);
    }

    @PUT
    @RequiredRight(AccessRight.CONFIGURE)
    @Path("/{server_id}")
    @Operation(
            operationId = "replaceMcpServer",
            summary = "Replace an MCP server; omitted fields return to their defaults")
    @RequestBody(ref = "McpServer")
    @APIResponse(responseCode = "200", ref = "McpServer")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoMcpServer")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated")
    @APIResponse(responseCode = "428", description = "The header If-Match is missing")
    public Uni<Response> replace(
            @Parameter(ref = "server_id") @PathParam("server_id") String id,
            @Parameter(ref = "If-Match") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            byte[] body) {
        return servers.replace(id, ifMatch, body);
    }

    @DELETE
    @RequiredRight(AccessRight.CONFIGURE)
    @Path("/{server_id}")
    @Operation(operationId = "deleteMcpServer", summary = "Delete an MCP server; later calls to it are refused")
    @APIResponse(responseCode = "204", description = "The resource is deleted")
    @APIResponse(responseCode = "404", ref = "NoMcpServer")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated")
    public Uni<Response> delete(
            @Parameter(ref = "server_id") @PathParam("server_id") String id,
            @Parameter(ref = "If-Match-optional") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
        return servers.delete(id, ifMatch);
    }

    @GET
    // To ask a server is to call it, or to start a program.
    @RequiredRight(AccessRight.CONFIGURE)
    @Path("/{server_id}/tools")
    @Operation(operationId = "listMcpServerTools", summary = "List the tools that an MCP server currently offers")
    @APIResponse(responseCode = "200", ref = "McpServerTools")
    @APIResponse(responseCode = "404", ref = "NoMcpServer")
    @APIResponse(responseCode = "502", description = "The server did not answer; the problem contains the reason")
    public Uni<Response> tools(@Parameter(ref = "server_id") @PathParam("server_id") String id) {
        return servers.find(id)
                .chain(server -> tools.listTools(server, LOOKING))
                .map(offer -> switch (offer) {
                    case McpServerProbe.Offer.Tools there ->
                        Response.ok(ProtocolCodec.encode(there)).build();
                    case McpServerProbe.Offer.Unavailable(String why) -> throw away(why);
                });
    }

    /** Returns 502: the MCP server failed, not the request. */
    private static ProblemException away(String why) {
        return new ProblemException(Problem.withStatus(502, FailureCode.RUNTIME_ERROR, why + ".", null), null);
    }
}
