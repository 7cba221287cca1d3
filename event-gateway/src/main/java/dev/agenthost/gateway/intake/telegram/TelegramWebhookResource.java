package dev.agenthost.gateway.intake.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.WebhookSecrets;
import dev.agenthost.im.bots.http.WebhookEntrance;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
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
 * Accepts the updates of Telegram's webhooks (<a href="https://core.telegram.org/bots/api#setwebhook">setWebhook</a>). Telegram repeats
 * an update until it is answered with 2xx, so an update that can never become an event is answered with 2xx, too.
 */
@Path("/webhooks/telegram/{bot_id}")
public class TelegramWebhookResource {
    static final String SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token";

    private final WebhookEntrance entrance;
    private final TelegramUpdateIntake updates;

    TelegramWebhookResource(WebhookEntrance entrance, TelegramUpdateIntake updates) {
        this.entrance = entrance;
        this.updates = updates;
    }

    /** Answers 200 once Kafka has the event of the update or its dead letter, and for an update without an event. */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @RunOnVirtualThread
    @Operation(hidden = true)
    public Response receive(
            @PathParam("bot_id") String botId,
            @HeaderParam(SECRET_HEADER) @Nullable String secret,
            @Context HttpServerRequest request,
            byte[] body)
            throws UndecodableException, InterruptedException {
        BotRegistration bot = entrance.bot(BotPlatform.TELEGRAM, botId);
        if (!WebhookSecrets.match(secret, entrance.secrets(bot))) {
            throw entrance.unauthorized(request, "The secret token is missing or wrong.");
        }
        if (entrance.isPaused(bot)) {
            return Response.ok().build();
        }
        JsonNode update = ProtocolCodec.readTree(body);
        return switch (updates.take(bot, update)) {
            case UpdateOutcome.Done(ObjectNode reply) ->
                reply == null ? Response.ok().build() : call(reply);
            case UpdateOutcome.Unavailable(String why) -> throw ProblemException.unavailable(why);
            // Telegram repeats the press.
            case UpdateOutcome.NotSubmitted notSubmitted ->
                throw ProblemException.unavailable("The button cannot be submitted now.");
        };
    }

    private static Response call(ObjectNode call) {
        return Response.ok(ProtocolCodec.encode(call), MediaType.APPLICATION_JSON)
                .build();
    }
}
