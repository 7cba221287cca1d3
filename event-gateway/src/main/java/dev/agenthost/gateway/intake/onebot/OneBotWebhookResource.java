package dev.agenthost.gateway.intake.onebot;

import dev.agenthost.gateway.bot.PayloadSignature;
import dev.agenthost.gateway.intake.BotEventOutcome;
import dev.agenthost.im.bots.http.WebhookEntrance;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.error.FailureCode;
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
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Accepts the events of OneBot by HTTP POST (https://github.com/botuniverse/onebot-11/blob/master/communication/http-post.md). It answers
 * without a body: the host makes no quick operation.
 */
@Path("/webhooks/onebot/{bot_id}")
public class OneBotWebhookResource {
    static final String SIGNATURE = "X-Signature";

    private static final Logger LOG = Logger.getLogger(OneBotWebhookResource.class);

    private final WebhookEntrance entrance;
    private final OneBotEventIntake events;

    OneBotWebhookResource(WebhookEntrance entrance, OneBotEventIntake events) {
        this.entrance = entrance;
        this.events = events;
    }

    /** Answers 204 once Kafka has the event or its dead letter, and for an event that is none of the host. */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @RunOnVirtualThread
    @Operation(hidden = true)
    public Response receive(
            @PathParam("bot_id") String botId,
            @HeaderParam(SIGNATURE) @Nullable String signature,
            @HeaderParam(OneBotAccount.HEADER) @Nullable String selfId,
            @Context HttpServerRequest request,
            byte[] body)
            throws UndecodableException, InterruptedException {
        BotRegistration bot = entrance.bot(BotPlatform.ONEBOT, botId);
        if (!PayloadSignature.matches(signature, body, entrance.secrets(bot))) {
            throw entrance.unauthorized(request, "The signature is missing or wrong.");
        }
        if (selfId == null || !OneBotAccount.isNumber(selfId)) {
            throw new ProblemException(
                    FailureCode.INVALID_ARGUMENT, "X-Self-ID must be the number of an account.", OneBotAccount.HEADER);
        }
        if (!OneBotAccount.isOf(bot, selfId)) {
            LOG.warnf("an event is of another account than the bot's: botId=%s", bot.botId());
            throw new ProblemException(FailureCode.NOT_FOUND, "There is no such bot.");
        }
        if (entrance.isPaused(bot)) {
            return Response.noContent().build();
        }
        return switch (events.take(bot, Long.parseLong(selfId), ProtocolCodec.readTree(body))) {
            case BotEventOutcome.Done() -> Response.noContent().build();
            case BotEventOutcome.Unavailable(String why) -> throw ProblemException.unavailable(why);
        };
    }
}
