package dev.agenthost.binding.api.http;

import dev.agenthost.binding.bot.Bot;
import dev.agenthost.binding.bot.BotDocument;
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

/** The bots of the caller's workspace. */
@Path(BotResource.PATH)
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "bots")
public class BotResource {
    static final String PATH = "/api/v1/bots";

    private final VersionedEndpoint<Bot, BotDocument> bots;

    BotResource(VersionedRepository<Bot> bots, RequestCaller caller) {
        this.bots = new VersionedEndpoint<>(PATH, BotDocument.KIND, bots, caller);
    }

    @POST
    @RequiredRight(AccessRight.CONFIGURE)
    @Operation(operationId = "createBot", summary = "Create a bot; without a bot_id the host assigns one")
    @RequestBody(ref = "Bot")
    @APIResponse(responseCode = "201", ref = "BotMade")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", description = "The key does not permit the workspace in the body")
    @APIResponse(responseCode = "409", description = "The bot_id already exists on the host")
    public Uni<Response> create(byte[] body) {
        return bots.create(body);
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "listBots", summary = "List the bots of the workspace, ordered by id")
    @APIResponse(responseCode = "200", ref = "Bots")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public Uni<Response> list(
            @Parameter(ref = "limit") @QueryParam("limit") @Nullable String limit,
            @Parameter(ref = "cursor") @QueryParam("cursor") @Nullable String cursor) {
        return bots.list(limit, cursor);
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Path("/{id}")
    @Operation(operationId = "readBot", summary = "Get a bot and its ETag")
    @APIResponse(responseCode = "200", ref = "Bot")
    @APIResponse(responseCode = "404", ref = "Missing")
    public Uni<Response> get(@Parameter(ref = "id") @PathParam("id") String id) {
        return bots.get(id);
    }

    @PUT
    @RequiredRight(AccessRight.CONFIGURE)
    @Path("/{id}")
    @Operation(operationId = "replaceBot", summary = "Replace a bot; omitted fields return to their defaults")
    @RequestBody(ref = "Bot")
    @APIResponse(responseCode = "200", ref = "Bot")
    @APIResponse(responseCode = "400", ref = "Invalid")
    @APIResponse(responseCode = "404", ref = "Missing")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated")
    @APIResponse(responseCode = "428", description = "The header If-Match is missing")
    public Uni<Response> replace(
            @Parameter(ref = "id") @PathParam("id") String id,
            @Parameter(ref = "If-Match") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            byte[] body) {
        return bots.replace(id, ifMatch, body);
    }

    @DELETE
    @RequiredRight(AccessRight.CONFIGURE)
    @Path("/{id}")
    @Operation(operationId = "deleteBot", summary = "Delete a bot; its updates are refused within seconds")
    @APIResponse(responseCode = "204", description = "The resource is deleted")
    @APIResponse(responseCode = "404", ref = "Missing")
    @APIResponse(responseCode = "412", description = "The ETag in If-Match is outdated")
    public Uni<Response> delete(
            @Parameter(ref = "id") @PathParam("id") String id,
            @Parameter(ref = "If-Match-optional") @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
        return bots.delete(id, ifMatch);
    }
}
