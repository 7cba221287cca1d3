package dev.agenthost.gateway.intake.dingtalk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.bots.http.WebhookEntrance;
import dev.agenthost.im.dingtalk.inbound.DingTalkPush;
import dev.agenthost.im.dingtalk.signing.DingTalkRequest;
import dev.agenthost.im.dingtalk.signing.DingTalkSignature;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.error.FailureCode;
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
import java.time.InstantSource;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Accepts the messages that the platform posts to the address of a robot (https://open.dingtalk.com/document/orgapp/receive-message). A
 * message that can never become an event is answered with 200, too.
 */
@Path("/webhooks/dingtalk/{bot_id}")
public class DingTalkWebhookResource {
    static final String TIMESTAMP = "timestamp";
    static final String SIGNATURE = "sign";

    /** The answer that writes no message into the conversation. */
    private static final String EMPTY = "{\"msgtype\":\"empty\"}";

    /** The purpose of the Client Secret, which signs the messages, too. */
    private static final String TOKEN = "token";

    private final WebhookEntrance entrance;
    private final DingTalkEventIntake events;
    private final InstantSource clock;

    DingTalkWebhookResource(WebhookEntrance entrance, DingTalkEventIntake events, InstantSource clock) {
        this.entrance = entrance;
        this.events = events;
        this.clock = clock;
    }

    /** Answers 200 once Kafka has the event or its dead letter. */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @RunOnVirtualThread
    @Operation(hidden = true)
    public Response receive(
            @PathParam("bot_id") String botId,
            @HeaderParam(TIMESTAMP) @Nullable String timestamp,
            @HeaderParam(SIGNATURE) @Nullable String signature,
            @Context HttpServerRequest request,
            byte[] body)
            throws InterruptedException {
        BotRegistration bot = entrance.bot(BotPlatform.DINGTALK, botId);
        if (!bot.receivesBy(BotRegistration.WEBHOOK)) {
            throw new ProblemException(
                    FailureCode.NOT_FOUND,
                    "The messages of the bot arrive over its connection. Set receive of its options to webhook to take them here.");
        }
        DingTalkRequest read = DingTalkRequest.read(
                new DingTalkSignature(timestamp, signature), body, entrance.secrets(bot, TOKEN), clock.instant());
        return switch (read) {
            case DingTalkRequest.Unauthentic() ->
                throw entrance.unauthorized(request, "The signature is missing, wrong or more than 300 seconds old.");
            case DingTalkRequest.Signed(JsonNode payload) -> taken(bot, payload);
        };
    }

    private Response taken(BotRegistration bot, JsonNode payload) throws InterruptedException {
        if (entrance.isPaused(bot)) {
            return empty();
        }
        return switch (events.take(bot, new DingTalkPush(DingTalkPush.Topic.MESSAGE, "", payload), true)) {
            case DingTalkOutcome.Done done -> empty();
            case DingTalkOutcome.Unavailable(String why) -> throw ProblemException.unavailable(why);
        };
    }

    private static Response empty() {
        return Response.ok(EMPTY, MediaType.APPLICATION_JSON).build();
    }
}
