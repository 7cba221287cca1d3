package dev.agenthost.gateway.intake.discord;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.bots.http.WebhookEntrance;
import dev.agenthost.im.discord.calls.DiscordResponse;
import dev.agenthost.im.discord.signing.DiscordRequest;
import dev.agenthost.im.discord.signing.DiscordSignature;
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
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Accepts the interactions of an application at its Interactions Endpoint URL
 * (https://docs.discord.com/developers/interactions/overview#setting-up-an-endpoint). The platform waits 3 s for the response, and repeats
 * nothing: its person sees that the application failed, and acts again.
 */
@Path("/webhooks/discord/{bot_id}")
public class DiscordWebhookResource {
    static final String TIMESTAMP = "X-Signature-Timestamp";
    static final String SIGNATURE = "X-Signature-Ed25519";

    private final WebhookEntrance entrance;
    private final DiscordEventIntake events;
    private final InstantSource clock;

    DiscordWebhookResource(WebhookEntrance entrance, DiscordEventIntake events, InstantSource clock) {
        this.entrance = entrance;
        this.events = events;
        this.clock = clock;
    }

    /** Answers 200 with the response to the interaction, once Kafka has its event or its button is pressed. */
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
        BotRegistration bot = entrance.bot(BotPlatform.DISCORD, botId);
        String publicKey = bot.options().path("public_key").textValue();
        if (publicKey == null) {
            throw new ProblemException(
                    FailureCode.NOT_FOUND,
                    "The bot takes no interactions over HTTP. Set public_key of its options to take them.");
        }
        DiscordRequest read = DiscordRequest.read(
                new DiscordSignature(timestamp, signature), body, List.of(publicKey), clock.instant());
        return switch (read) {
            case DiscordRequest.Unauthentic() ->
                throw entrance.unauthorized(request, "The signature is missing, wrong or more than 300 seconds old.");
            case DiscordRequest.Malformed(String why) -> throw new ProblemException(FailureCode.INVALID_ARGUMENT, why);
            case DiscordRequest.Ping() -> json(DiscordRequest.PONG.getBytes(StandardCharsets.UTF_8));
            case DiscordRequest.Signed(JsonNode interaction) -> taken(bot, interaction);
        };
    }

    private Response taken(BotRegistration bot, JsonNode interaction) throws InterruptedException {
        if (!bot.enabled()) {
            return response(DiscordNotices.ignored(interaction));
        }
        return switch (events.take(bot, interaction)) {
            case DiscordReply.Done(DiscordResponse response) -> {
                if (response == null) {
                    throw new ProblemException(
                            FailureCode.INVALID_ARGUMENT, "The body is no interaction of the application of the bot.");
                }
                yield response(response);
            }
            case DiscordReply.Unavailable(String why) -> throw ProblemException.unavailable(why);
        };
    }

    private static Response response(DiscordResponse response) {
        return json(ProtocolCodec.encode(response.body()));
    }

    private static Response json(byte[] body) {
        return Response.ok(body, MediaType.APPLICATION_JSON).build();
    }
}
