package dev.agenthost.gateway.intake.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.ButtonPressClient;
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
import dev.agenthost.im.telegram.rendering.ButtonKey;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.SourceAddress;
import dev.agenthost.platform.security.KeyRefusalAggregator;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.ButtonPressResult;
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
import java.util.concurrent.ExecutionException;
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
    private final ButtonPressClient presses;
    private final KeyRefusalAggregator refusals;
    private final InstantSource clock;

    TelegramWebhookResource(
            BotRegistry bots,
            Secrets secrets,
            EventIntake intake,
            ButtonPressClient presses,
            KeyRefusalAggregator refusals,
            InstantSource clock) {
        this.bots = bots;
        this.secrets = secrets;
        this.intake = intake;
        this.presses = presses;
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
            case UpdateMapping.Event(ObjectNode event, var files, String callbackQueryId) -> {
                ButtonPress press = callbackQueryId == null ? null : press(bot, event);
                yield press == null
                        ? publish(bot, event.set("raw", update), callbackQueryId)
                        : submitted(press, update, Objects.requireNonNull(callbackQueryId));
            }
            case UpdateMapping.Ignored(String type, String why) -> {
                LOG.debugf("update without an event: botId=%s type=%s %s", botId, type, why);
                yield Response.ok().build();
            }
            case UpdateMapping.Unreadable(String field, String why) -> unusable(bot, field, why);
        };
    }

    /** Returns the press of a button of a question; null for any other button. */
    private static @Nullable ButtonPress press(BotRegistration bot, ObjectNode event) {
        String actor = event.path("actor").path("actor_id").asText();
        return ButtonKey.read(event.path("data").path("button").asText())
                .filter(key -> !actor.isEmpty())
                .map(key ->
                        new ButtonPress(bot.workspaceId(), bot.botId(), key.runId(), key.token(), key.action(), actor))
                .orElse(null);
    }

    /** Telegram repeats the update if the result is not known. */
    private Response submitted(ButtonPress press, JsonNode update, String callbackQueryId) throws InterruptedException {
        try {
            ButtonPressResult result =
                    presses.press(press).toCompletableFuture().get();
            JsonNode language = update.path("callback_query").path("from").path("language_code");
            return call(PressReply.of(callbackQueryId, result.outcome(), language.textValue()));
        } catch (ExecutionException e) {
            LOG.warnf("a pressed button is not submitted: botId=%s runId=%s %s", press.botId(), press.runId(), e);
            throw unavailable("The button cannot be submitted now.");
        }
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
                yield callbackQueryId == null ? Response.ok().build() : call(PressReply.of(callbackQueryId));
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

    private static Response call(ObjectNode call) {
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
