package dev.agenthost.gateway.intake.line;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.gateway.intake.BotEventOutcome;
import dev.agenthost.im.bots.http.WebhookEntrance;
import dev.agenthost.im.line.signing.LineRequest;
import dev.agenthost.im.line.signing.LineSignature;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Accepts the webhooks that the platform sends to the address of a channel
 * (https://developers.line.biz/en/reference/messaging-api/#webhooks). The platform redelivers one that is not answered with 2xx if its
 * console says so, so one that can never become an event is answered with 200, too.
 */
@Path("/webhooks/line/{bot_id}")
public class LineWebhookResource {
    static final String SIGNATURE = "x-line-signature";

    private final WebhookEntrance entrance;
    private final LineEventIntake events;

    LineWebhookResource(WebhookEntrance entrance, LineEventIntake events) {
        this.entrance = entrance;
        this.events = events;
    }

    /** Answers 200 once Kafka has each event or its dead letter, and each pressed button its result; also without any event. */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @RunOnVirtualThread
    @Operation(hidden = true)
    public Response receive(
            @PathParam("bot_id") String botId,
            @HeaderParam(SIGNATURE) @Nullable String signature,
            @Context HttpServerRequest request,
            byte[] body)
            throws InterruptedException {
        BotRegistration bot = entrance.bot(BotPlatform.LINE, botId);
        return switch (LineRequest.read(new LineSignature(signature), body, entrance.secrets(bot))) {
            case LineRequest.Unauthentic() ->
                throw entrance.unauthorized(request, "The signature is missing or wrong.");
            case LineRequest.Signed(JsonNode payload) -> taken(bot, payload);
        };
    }

    private Response taken(BotRegistration bot, JsonNode payload) throws InterruptedException {
        if (entrance.isPaused(bot)) {
            return Response.ok().build();
        }
        return switch (events.take(bot, payload)) {
            case BotEventOutcome.Done() -> Response.ok().build();
            case BotEventOutcome.Unavailable(String why) -> throw ProblemException.unavailable(why);
        };
    }
}
