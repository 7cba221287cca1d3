package dev.agenthost.gateway.intake.wecom;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.bots.http.WebhookEntrance;
import dev.agenthost.im.wecom.signing.WeComKeys;
import dev.agenthost.im.wecom.signing.WeComRequest;
import dev.agenthost.im.wecom.signing.WeComSeal;
import dev.agenthost.im.wecom.signing.WeComSignature;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Accepts the callbacks that the platform sends to the address of an application
 * (https://developer.work.weixin.qq.com/document/path/90930). The platform repeats one that is not answered with 200 within 5 s, so one that
 * can never become an event is answered with 200, too.
 */
@Path("/webhooks/wecom/{bot_id}")
public class WeComWebhookResource {
    static final String SIGNATURE = "msg_signature";
    static final String TIMESTAMP = "timestamp";
    static final String NONCE = "nonce";
    static final String ECHO = "echostr";

    /** The purpose of the EncodingAESKey. */
    private static final String ENCRYPTION = "encryption";

    private final WebhookEntrance entrance;
    private final WeComEventIntake events;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    WeComWebhookResource(WebhookEntrance entrance, WeComEventIntake events, InstantSource clock) {
        this.entrance = entrance;
        this.events = events;
        this.clock = clock;
    }

    /** Answers the verification of the address with its decrypted text alone, also for a disabled bot. */
    @GET
    @Produces(MediaType.TEXT_PLAIN)
    @RunOnVirtualThread
    @Operation(hidden = true)
    public String verify(
            @PathParam("bot_id") String botId,
            @QueryParam(SIGNATURE) @Nullable String signature,
            @QueryParam(TIMESTAMP) @Nullable String timestamp,
            @QueryParam(NONCE) @Nullable String nonce,
            @QueryParam(ECHO) @Nullable String echo,
            @Context HttpServerRequest request) {
        WeComKeys keys = keys(entrance.bot(BotPlatform.WECOM, botId));
        // Base64 has no spaces: one is a plus sign that was not encoded.
        String encrypted = echo == null ? null : echo.replace(' ', '+');
        return WeComRequest.verify(new WeComSignature(signature, timestamp, nonce), encrypted, keys, clock.instant())
                .orElseThrow(() -> unauthorized(request));
    }

    /** Answers 200 once Kafka has the event or its dead letter, or a pressed button has its result. */
    @POST
    @Consumes({MediaType.TEXT_XML, MediaType.APPLICATION_XML})
    @RunOnVirtualThread
    @Operation(hidden = true)
    public Response receive(
            @PathParam("bot_id") String botId,
            @QueryParam(SIGNATURE) @Nullable String signature,
            @QueryParam(TIMESTAMP) @Nullable String timestamp,
            @QueryParam(NONCE) @Nullable String nonce,
            @Context HttpServerRequest request,
            byte[] body)
            throws InterruptedException {
        BotRegistration bot = entrance.bot(BotPlatform.WECOM, botId);
        WeComRequest read =
                WeComRequest.read(new WeComSignature(signature, timestamp, nonce), body, keys(bot), clock.instant());
        return switch (read) {
            case WeComRequest.Unauthentic() -> throw unauthorized(request);
            case WeComRequest.Signed(JsonNode payload, WeComSeal seal) -> taken(bot, payload, seal);
        };
    }

    private WeComKeys keys(BotRegistration bot) {
        return new WeComKeys(
                entrance.secrets(bot),
                entrance.secrets(bot, ENCRYPTION),
                bot.options().path("corp_id").asText());
    }

    private ProblemException unauthorized(HttpServerRequest request) {
        return entrance.unauthorized(
                request,
                "The signature is missing, wrong or more than 300 seconds old, or the text is not encrypted for the corp_id of the bot with"
                        + " the EncodingAESKey.");
    }

    private Response taken(BotRegistration bot, JsonNode payload, WeComSeal seal) throws InterruptedException {
        if (entrance.isPaused(bot)) {
            return Response.ok().build();
        }
        return switch (events.take(bot, payload)) {
            case WeComOutcome.Done() -> Response.ok().build();
            case WeComOutcome.Answered(String message) -> {
                byte[] bytes = new byte[WeComSeal.RANDOM];
                random.nextBytes(bytes);
                yield Response.ok(
                                seal.sealed(message, clock.instant(), bytes),
                                MediaType.TEXT_XML_TYPE.withCharset("utf-8"))
                        .build();
            }
            case WeComOutcome.Unavailable(String why) -> throw ProblemException.unavailable(why);
        };
    }
}
