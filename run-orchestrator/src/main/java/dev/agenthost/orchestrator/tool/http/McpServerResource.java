package dev.agenthost.orchestrator.tool.http;

import dev.agenthost.door.body.http.Bodies;
import dev.agenthost.door.key.Right;
import dev.agenthost.door.key.http.Caller;
import dev.agenthost.door.key.http.Needs;
import dev.agenthost.door.page.Page;
import dev.agenthost.door.page.PageRequest;
import dev.agenthost.door.problem.ProblemException;
import dev.agenthost.door.version.EntityTag;
import dev.agenthost.door.version.ExpectedVersion;
import dev.agenthost.door.version.http.IfMatch;
import dev.agenthost.orchestrator.tool.server.McpServer;
import dev.agenthost.orchestrator.tool.server.McpServerCatalogue;
import dev.agenthost.orchestrator.tool.server.McpServerChanges;
import dev.agenthost.orchestrator.tool.server.McpServerDocument;
import dev.agenthost.orchestrator.tool.server.ServerTools;
import dev.agenthost.orchestrator.tool.server.StdioCommands;
import dev.agenthost.orchestrator.tool.server.Written;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.failure.FailureCode;
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
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
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
    private static final String SERVICE = "run-orchestrator";

    private final McpServerCatalogue catalogue;
    private final McpServerChanges changes;
    private final StdioCommands commands;
    private final ServerTools tools;
    private final Caller caller;

    McpServerResource(
            McpServerCatalogue catalogue,
            McpServerChanges changes,
            StdioCommands commands,
            ServerTools tools,
            Caller caller) {
        this.catalogue = catalogue;
        this.changes = changes;
        this.commands = commands;
        this.tools = tools;
        this.caller = caller;
    }

    @POST
    @Needs(Right.CONFIGURE)
    @Operation(operationId = "createMcpServer", summary = "Add a server under the server_id that policies name it by")
    @RequestBody(ref = "McpServer")
    @APIResponse(responseCode = "201", ref = "McpServerMade")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The body names a workspace that is not the key's")
    @APIResponse(responseCode = "409", description = "The server_id is taken")
    public Uni<Response> create(byte[] body) {
        McpServerDocument given = McpServerBodies.read(body);
        String wished = given.serverId();
        if (wished == null) {
            throw Bodies.invalid("server_id", "is missing");
        }
        McpServer server = made(given, wished);
        String who = caller.keyId();
        return catalogue
                .create(server.withVersion(1))
                .map(written -> done(written, "mcp_server.create", who))
                .map(now -> Response.created(URI.create(PATH + "/" + now.serverId()))
                        .header(HttpHeaders.ETAG, EntityTag.of(now.version()))
                        .entity(ProtocolCodec.encode(McpServerDocument.of(now)))
                        .build());
    }

    @GET
    @Needs(Right.READ)
    @Operation(operationId = "listMcpServers", summary = "The MCP servers of the workspace, in the order of their ids")
    @APIResponse(responseCode = "200", ref = "McpServers")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<Response> list(
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit,
            @Parameter(ref = "cursor") @QueryParam("cursor") @Nullable String cursor) {
        PageRequest asked = McpServerBodies.page(limit, cursor);
        return catalogue
                .page(caller.workspaceId(), asked.after(), asked.limitAndOne())
                .map(found -> Response.ok(
                                ProtocolCodec.encode(Page.of(found, asked, McpServerDocument::of, McpServer::serverId)))
                        .build());
    }

    @GET
    @Needs(Right.READ)
    @Path("/{server_id}")
    @Operation(operationId = "readMcpServer", summary = "One server, with its ETag")
    @APIResponse(responseCode = "200", ref = "McpServer")
    @APIResponse(responseCode = "404", ref = "NoMcpServer")
    public Uni<Response> get(@Parameter(ref = "server_id") @PathParam("server_id") String id) {
        return catalogue
                .find(caller.workspaceId(), McpServerBodies.named(id))
                .map(found -> answer(found.orElseThrow(McpServerBodies::missing)));
    }

    @PUT
    @Needs(Right.CONFIGURE)
    @Path("/{server_id}")
    @Operation(
            operationId = "replaceMcpServer",
            summary = "Replace a server; what the body leaves out has its default again")
    @RequestBody(ref = "McpServer")
    @APIResponse(responseCode = "200", ref = "McpServer")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "NoMcpServer")
    @APIResponse(responseCode = "412", description = "The If-Match is not its ETag any more")
    @APIResponse(responseCode = "428", description = "There is no If-Match")
    public Uni<Response> replace(
            @Parameter(ref = "server_id") @PathParam("server_id") String id,
            @Parameter(ref = "If-Match") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            byte[] body) {
        String named = McpServerBodies.named(id);
        String who = caller.keyId();
        ExpectedVersion expected = IfMatch.required(ifMatch);
        McpServerDocument given = McpServerBodies.read(body);
        if (given.serverId() != null && !given.serverId().equals(id)) {
            throw Bodies.invalid("server_id", "is not the one of the address");
        }
        return catalogue
                .replace(made(given, named), expected)
                .map(written -> answer(done(written, "mcp_server.update", who)));
    }

    @DELETE
    @Needs(Right.CONFIGURE)
    @Path("/{server_id}")
    @Operation(operationId = "deleteMcpServer", summary = "Take a server out; calls of it are refused from then on")
    @APIResponse(responseCode = "204", description = "It is gone")
    @APIResponse(responseCode = "404", ref = "NoMcpServer")
    @APIResponse(responseCode = "412", description = "The If-Match is not its ETag any more")
    public Uni<Response> delete(
            @Parameter(ref = "server_id") @PathParam("server_id") String id,
            @Parameter(ref = "If-Match-optional") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
        ExpectedVersion expected = IfMatch.optional(ifMatch);
        String who = caller.keyId();
        return catalogue
                .delete(caller.workspaceId(), McpServerBodies.named(id), expected)
                .map(written -> {
                    done(written, "mcp_server.delete", who);
                    return Response.noContent().build();
                });
    }

    @GET
    // To ask a server is to call it, or to start a program.
    @Needs(Right.CONFIGURE)
    @Path("/{server_id}/tools")
    @Operation(operationId = "listMcpServerTools", summary = "What a server offers at this moment, by asking it")
    @APIResponse(responseCode = "200", ref = "McpServerTools")
    @APIResponse(responseCode = "404", ref = "NoMcpServer")
    @APIResponse(responseCode = "502", description = "The server cannot be asked; the problem says why")
    public Uni<Response> tools(@Parameter(ref = "server_id") @PathParam("server_id") String id) {
        return catalogue
                .find(caller.workspaceId(), McpServerBodies.named(id))
                .map(found -> found.orElseThrow(McpServerBodies::missing))
                .chain(server -> tools.look(server, LOOKING))
                .map(offer -> switch (offer) {
                    case ServerTools.Offer.Tools there ->
                        Response.ok(ProtocolCodec.encode(there)).build();
                    case ServerTools.Offer.Away(String why) -> throw McpServerBodies.away(why);
                });
    }

    private McpServer made(McpServerDocument given, String id) {
        if (given.workspaceId() != null) {
            caller.requireWorkspace(given.workspaceId());
        }
        return McpServerBodies.checked(given, id, caller.workspaceId(), commands);
    }

    private McpServer done(Written written, String action, String who) {
        return switch (written) {
            case Written.Done(McpServer server) -> {
                changes.changed(entry(server, action, who));
                yield server;
            }
            case Written.Missing missing -> throw McpServerBodies.missing();
            case Written.Exists exists ->
                throw new ProblemException(
                        FailureCode.CONFLICT,
                        "This server_id is taken. Replace what it names with PUT, or take another id.",
                        "server_id");
            case Written.Stale(int version) -> throw IfMatch.stale(version);
        };
    }

    private static AuditEntry entry(McpServer server, String action, String who) {
        return new AuditEntry(
                UUID.randomUUID().toString(),
                Instant.now(),
                SERVICE,
                server.workspaceId(),
                null,
                null,
                who,
                action,
                "mcp_server/" + server.serverId(),
                "version " + server.version(),
                AuditResult.ALLOWED,
                null,
                null);
    }

    private static Response answer(McpServer server) {
        return Response.ok(ProtocolCodec.encode(McpServerDocument.of(server)))
                .header(HttpHeaders.ETAG, EntityTag.of(server.version()))
                .build();
    }
}
