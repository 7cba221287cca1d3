package dev.agenthost.gateway.intake.lark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.bots.http.WebhookEntrance;
import dev.agenthost.im.lark.signing.LarkRequest;
import dev.agenthost.im.lark.signing.LarkSignature;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.json.ProtocolCodec;
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
 * Accepts the events and the callbacks of cards that the platform sends to the address of an app
 * (https://open.larkoffice.com/document/ukTMukTMukTM/uYDNxYjL2QTM24iN0EjN/event-subscription-configure-/choose-a-subscription-mode/send-notifications-to-developers-server).
 * The platform repeats an event that is not answered with 200, so one that can never become an event is answered with 200, too.
 */
@Path("/webhooks/lark/{bot_id}")
public class LarkWebhookResource {
    static final String TIMESTAMP = "X-Lark-Request-Timestamp";
    static final String NONCE = "X-Lark-Request-Nonce";
    static final String SIGNATURE = "X-Lark-Signature";

    private final WebhookEntrance entrance;
    private final LarkEventIntake events;
    private final InstantSource clock;

    LarkWebhookResource(WebhookEntrance entrance, LarkEventIntake events, InstantSource clock) {
        this.entrance = entrance;
        this.events = events;
        this.clock = clock;
    }

    /** Answers 200 once Kafka has the event or its dead letter, and for an event that is none of the host. */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @RunOnVirtualThread
    @Operation(hidden = true)
    public Response receive(
            @PathParam("bot_id") String botId,
            @HeaderParam(TIMESTAMP) @Nullable String timestamp,
            @HeaderParam(NONCE) @Nullable String nonce,
            @HeaderParam(SIGNATURE) @Nullable String signature,
            @Context HttpServerRequest request,
            byte[] body)
            throws InterruptedException {
        BotRegistration bot = entrance.bot(BotPlatform.LARK, botId);
        LarkRequest read = LarkRequest.read(
                new LarkSignature(timestamp, nonce, signature), body, entrance.secrets(bot), clock.instant());
        return switch (read) {
            case LarkRequest.Unauthentic() ->
                throw entrance.unauthorized(
                        request,
                        "The signature is missing, wrong or too old, or the body is not encrypted with the Encrypt Key.");
            case LarkRequest.Challenge(String challenge) ->
                answer(JsonNodeFactory.instance.objectNode().put("challenge", challenge));
            case LarkRequest.Signed(JsonNode payload) -> taken(bot, payload);
        };
    }

    private Response taken(BotRegistration bot, JsonNode payload) throws InterruptedException {
        if (entrance.isPaused(bot)) {
            return answer(JsonNodeFactory.instance.objectNode());
        }
        return switch (events.take(bot, payload)) {
            case LarkOutcome.Done(ObjectNode response) -> answer(response);
            case LarkOutcome.Unavailable(String why) -> throw ProblemException.unavailable(why);
        };
    }

    private static Response answer(ObjectNode response) {
        return Response.ok(ProtocolCodec.encode(response), MediaType.APPLICATION_JSON)
                .build();
    }
}
