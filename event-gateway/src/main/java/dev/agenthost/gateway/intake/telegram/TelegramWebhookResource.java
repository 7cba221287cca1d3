package dev.agenthost.gateway.intake.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.WebhookSecrets;
import dev.agenthost.gateway.inbound.EventNormalizer;
import dev.agenthost.gateway.inbound.EventOrigin;
import dev.agenthost.gateway.inbound.InboundMessage;
import dev.agenthost.gateway.inbound.NormalizationResult;
import dev.agenthost.gateway.inbound.RawPayload;
import dev.agenthost.gateway.intake.EventIntake;
import dev.agenthost.gateway.intake.IntakeResult;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.telegram.inbound.BotIdentity;
import dev.agenthost.im.telegram.inbound.TelegramInbound;
import dev.agenthost.im.telegram.inbound.UpdateMapping;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.SourceAddress;
import dev.agenthost.platform.security.KeyRefusalAggregator;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.event.EventEnvelope;
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
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Accepts the updates of Telegram's webhooks (<a href="https://core.telegram.org/bots/api#setwebhook">setWebhook</a>). Telegram repeats
 * an update until it is answered with 2xx, so an update that can never become an event is answered with 2xx, too.
 */
@Path("/webhooks/telegram/{bot_id}")
public class TelegramWebhookResource {
    static final String SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token";

    private static final String WEBHOOK = "webhook";
    private static final Logger LOG = Logger.getLogger(TelegramWebhookResource.class);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final BotRegistry bots;
    private final Secrets secrets;
    private final EventIntake intake;
    private final KeyRefusalAggregator refusals;
    private final InstantSource clock;

    TelegramWebhookResource(
            BotRegistry bots, Secrets secrets, EventIntake intake, KeyRefusalAggregator refusals, InstantSource clock) {
        this.bots = bots;
        this.secrets = secrets;
        this.intake = intake;
        this.refusals = refusals;
        this.clock = clock;
    }

    /** Answers 200 once Kafka has the event of the update, and for an update without an event. */
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
        BotRegistration bot = bots.of(BotPlatform.TELEGRAM, botId).orElseThrow(this::unknownBot);
        if (!WebhookSecrets.match(secret, liveSecrets(bot))) {
            refusals.unknown(SourceAddress.of(request), "POST " + request.path())
                    .await()
                    .indefinitely();
            throw refused(FailureCode.UNAUTHORIZED, "The secret token is missing or wrong.");
        }
        if (!bot.enabled()) {
            LOG.debugf("the bot is disabled and takes no events: botId=%s", botId);
            return Response.ok().build();
        }
        JsonNode update = ProtocolCodec.readTree(body);
        return switch (TelegramInbound.map(update, BotIdentity.of(botId, bot.options()))) {
            case UpdateMapping.Event(ObjectNode event, var files, String callbackQueryId) ->
                publish(bot, event.set("raw", update), callbackQueryId);
            case UpdateMapping.Ignored(String type, String why) -> {
                LOG.debugf("update without an event: botId=%s type=%s %s", botId, type, why);
                yield Response.ok().build();
            }
            case UpdateMapping.Unreadable(String field, String why) -> unusable(bot, field, why);
        };
    }

    private Response publish(BotRegistration bot, ObjectNode event, @Nullable String callbackQueryId)
            throws InterruptedException {
        String standInId = event.path("event_id").asText();
        return switch (EventNormalizer.normalise(
                InboundMessage.bare(event, null), origin(bot), standInId, clock.instant())) {
            case NormalizationResult.Refused(var reason, String field, String why) -> unusable(bot, field, why);
            case NormalizationResult.Accepted(EventEnvelope envelope, RawPayload raw) -> {
                if (!intake.isRepetition(envelope)) {
                    publish(bot, envelope, raw);
                }
                yield acknowledged(callbackQueryId);
            }
        };
    }

    private void publish(BotRegistration bot, EventEnvelope envelope, RawPayload raw) throws InterruptedException {
        switch (intake.accept(envelope, raw, null)) {
            case IntakeResult.Published published -> {}
            case IntakeResult.Conflict() ->
                LOG.warnf("another update under a known id: botId=%s eventId=%s", bot.botId(), envelope.eventId());
            case IntakeResult.Unavailable() -> throw unavailable("The event cannot be stored now.");
        }
    }

    /** A pressed button waits for its answer, which is a call in the response (https://core.telegram.org/bots/api#making-requests-when-getting-updates). */
    private static Response acknowledged(@Nullable String callbackQueryId) {
        if (callbackQueryId == null) {
            return Response.ok().build();
        }
        ObjectNode call = JsonNodeFactory.instance
                .objectNode()
                .put("method", "answerCallbackQuery")
                .put("callback_query_id", callbackQueryId);
        return Response.ok(ProtocolCodec.encode(call), MediaType.APPLICATION_JSON)
                .build();
    }

    private static Response unusable(BotRegistration bot, String field, String why) {
        LOG.warnf("update is not usable: botId=%s %s %s", bot.botId(), field, why);
        return Response.ok().build();
    }

    private List<String> liveSecrets(BotRegistration bot) {
        return bot.secretsFor(WEBHOOK).stream()
                .map(name -> secrets.of(name, bot.workspaceId()))
                .filter(Objects::nonNull)
                .toList();
    }

    /** The entrance of its events: that of an adapter which speaks for this bot only. */
    private static EventOrigin origin(BotRegistration bot) {
        return EventOrigin.adapter(bot.platform().wire(), bot.workspaceId(), Set.of(bot.botId()));
    }

    private ProblemException unknownBot() {
        return bots.isComplete()
                ? refused(FailureCode.NOT_FOUND, "There is no such bot.")
                : unavailable("The bots are not read yet.");
    }

    private static ProblemException unavailable(String detail) {
        return new ProblemException(Problem.withStatus(503, FailureCode.RUNTIME_ERROR, detail, null), RETRY_AFTER);
    }

    private static ProblemException refused(FailureCode code, String detail) {
        return new ProblemException(Problem.of(code, detail, null), null);
    }
}
