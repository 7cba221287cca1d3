package dev.agenthost.gateway.intake.slack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.bots.http.WebhookEntrance;
import dev.agenthost.im.slack.signing.SlackRequest;
import dev.agenthost.im.slack.signing.SlackSignature;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.InstantSource;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Accepts the events of an app, and the interactions with its messages, at one address (https://api.slack.com/apis/http). The platform
 * repeats an event that is not answered with 200 three times, so one that can never become an event is answered with 200, too.
 */
@Path("/webhooks/slack/{bot_id}")
public class SlackWebhookResource {
    static final String TIMESTAMP = "X-Slack-Request-Timestamp";
    static final String SIGNATURE = "X-Slack-Signature";

    private final WebhookEntrance entrance;
    private final SlackEventIntake events;
    private final InstantSource clock;

    SlackWebhookResource(WebhookEntrance entrance, SlackEventIntake events, InstantSource clock) {
        this.entrance = entrance;
        this.events = events;
        this.clock = clock;
    }

    /** Answers 200 once Kafka has the event or its dead letter, and for an event that is none of the host. */
    @POST
    @Consumes({MediaType.APPLICATION_JSON, MediaType.APPLICATION_FORM_URLENCODED})
    @RunOnVirtualThread
    @Operation(hidden = true)
    public Response receive(
            @PathParam("bot_id") String botId,
            @HeaderParam(HttpHeaders.CONTENT_TYPE) String contentType,
            @HeaderParam(TIMESTAMP) @Nullable String timestamp,
            @HeaderParam(SIGNATURE) @Nullable String signature,
            @Context HttpServerRequest request,
            byte[] body)
            throws InterruptedException {
        BotRegistration bot = entrance.bot(BotPlatform.SLACK, botId);
        boolean isForm = MediaType.APPLICATION_FORM_URLENCODED_TYPE.isCompatible(MediaType.valueOf(contentType));
        SlackRequest read = SlackRequest.read(
                new SlackSignature(timestamp, signature), body, isForm, entrance.secrets(bot), clock.instant());
        return switch (read) {
            case SlackRequest.Unauthentic() ->
                throw entrance.unauthorized(request, "The signature is missing, wrong or more than 300 seconds old.");
            case SlackRequest.Malformed(String why) -> throw new ProblemException(FailureCode.INVALID_ARGUMENT, why);
            case SlackRequest.Challenge(String challenge) -> challenge(challenge);
            case SlackRequest.Signed(JsonNode payload) -> taken(bot, payload);
        };
    }

    private Response taken(BotRegistration bot, JsonNode payload) throws InterruptedException {
        if (entrance.isPaused(bot)) {
            return Response.ok().build();
        }
        return switch (events.take(bot, payload)) {
            case SlackReply.Acknowledged(var answer) ->
                answer == null ? Response.ok().build() : json(answer);
            case SlackReply.Unavailable(String why) -> throw ProblemException.unavailable(why);
        };
    }

    private static Response challenge(String challenge) {
        return json(JsonNodeFactory.instance.objectNode().put("challenge", challenge));
    }

    private static Response json(ObjectNode body) {
        return Response.ok(ProtocolCodec.encode(body), MediaType.APPLICATION_JSON)
                .build();
    }
}
