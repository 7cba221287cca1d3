package dev.agenthost.delivery.bot.http;

import dev.agenthost.delivery.bot.BotHealthSource;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Serves the health of bots. binding-resolver serves the bots; this service has their tokens and calls the platforms. */
@Path("/api/v1/bots/{bot_id}/health")
@Tag(name = "bots")
@Produces(MediaType.APPLICATION_JSON)
public class BotHealthResource {
    private final BotRegistry bots;
    private final BotHealthSource health;
    private final RequestCaller caller;

    BotHealthResource(BotRegistry bots, BotHealthSource health, RequestCaller caller) {
        this.bots = bots;
        this.health = health;
        this.caller = caller;
    }

    @GET
    @RequiredRight(AccessRight.READ)
    @Operation(operationId = "readBotHealth", summary = "Get the health of a bot as its platform reports it")
    @APIResponse(responseCode = "200", ref = "BotHealth")
    @APIResponse(
            responseCode = "404",
            description = "The workspace has no bot with this id, or the replica does not know it yet")
    @APIResponse(responseCode = "503", description = "The replica still reads the bots")
    public Uni<byte[]> read(@Parameter(ref = "bot_id") @PathParam("bot_id") String botId) {
        BotRegistration bot = bots.of(botId)
                .filter(known -> known.workspaceId().equals(caller.workspaceId()))
                .orElseThrow(this::unknown);
        return health.check(bot).map(found -> ProtocolCodec.encode(BotHealthDocument.of(bot, found)));
    }

    private ProblemException unknown() {
        return bots.isComplete()
                ? ProblemException.notFound()
                : ProblemException.unavailable("The bots are not read yet.");
    }
}
