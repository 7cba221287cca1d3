package dev.agenthost.gateway.webhook.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.intake.BotEventIntake;
import dev.agenthost.gateway.intake.BotEventOutcome;
import dev.agenthost.gateway.webhook.PayloadMapping;
import dev.agenthost.gateway.webhook.RequestSignature;
import dev.agenthost.gateway.webhook.SignatureForm;
import dev.agenthost.im.bots.http.WebhookEntrance;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.DeadLetterReason;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Accepts the signed webhooks of any program. */
@Path("/webhooks/generic/{bot_id}")
public class GenericWebhookResource {
    private final WebhookEntrance entrance;
    private final BotEventIntake events;
    private final InstantSource clock;

    GenericWebhookResource(WebhookEntrance entrance, BotEventIntake events, InstantSource clock) {
        this.entrance = entrance;
        this.events = events;
        this.clock = clock;
    }

    /** Answers 202 once Kafka has the event or its dead letter. */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @RunOnVirtualThread
    @Operation(hidden = true)
    public Response receive(@PathParam("bot_id") String botId, @Context HttpServerRequest request, byte[] body)
            throws UndecodableException, InterruptedException {
        BotRegistration bot = entrance.bot(BotPlatform.GENERIC, botId);
        SignatureForm form = SignatureForm.of(bot);
        List<String> live = entrance.secrets(bot);
        if (!RequestSignature.matches(form, request::getHeader, body, live, clock.instant())) {
            throw entrance.unauthorized(request, "The signature is missing, wrong or older than 300 seconds.");
        }
        if (entrance.isPaused(bot)) {
            return Response.accepted().build();
        }
        JsonNode payload = ProtocolCodec.readTree(body);
        BotEventOutcome outcome =
                switch (PayloadMapping.map(bot, payload, deliveryId(form, request, body))) {
                    case PayloadMapping.Mapped.Event(ObjectNode event) -> events.take(bot, event, List.of(), payload);
                    case PayloadMapping.Mapped.Unreadable(String field, String why) ->
                        events.deadLetter(bot, payload, DeadLetterReason.UNDECODABLE, field + " " + why);
                };
        return switch (outcome) {
            case BotEventOutcome.Done() -> Response.accepted().build();
            case BotEventOutcome.Unavailable(String why) -> throw ProblemException.unavailable(why);
        };
    }

    /** A signed id, or the digest of the body: the same bytes are the same event, whatever unsigned headers they come with. */
    private static String deliveryId(SignatureForm form, HttpServerRequest request, byte[] body) {
        if (form == SignatureForm.STANDARD) {
            return String.valueOf(request.getHeader(RequestSignature.STANDARD_ID));
        }
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
