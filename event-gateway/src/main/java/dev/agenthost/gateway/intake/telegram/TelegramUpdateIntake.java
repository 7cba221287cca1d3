package dev.agenthost.gateway.intake.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.gateway.inbound.EventNormalizer;
import dev.agenthost.gateway.inbound.EventOrigin;
import dev.agenthost.gateway.inbound.InboundMessage;
import dev.agenthost.gateway.inbound.NormalizationResult;
import dev.agenthost.gateway.inbound.RawPayload;
import dev.agenthost.gateway.intake.EventIntake;
import dev.agenthost.gateway.intake.IntakeResult;
import dev.agenthost.gateway.intake.UpdateDeadLetters;
import dev.agenthost.im.telegram.inbound.BotIdentity;
import dev.agenthost.im.telegram.inbound.TelegramFile;
import dev.agenthost.im.telegram.inbound.TelegramInbound;
import dev.agenthost.im.telegram.inbound.UpdateMapping;
import dev.agenthost.im.telegram.rendering.ButtonKey;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.ButtonPressResult;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.topic.DeadLetterReason;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes in one update, received by a webhook or by polling: publishes its event, submits its pressed button or dead-letters it. A
 * repeated update has the same event id, so it may be taken in any number of times and by any replica.
 */
public final class TelegramUpdateIntake {
    private static final Logger LOG = Logger.getLogger(TelegramUpdateIntake.class);

    /** Longer than the files of one message take. */
    private static final Duration TURN_TIMEOUT = Duration.ofSeconds(45);

    private final EventIntake intake;
    private final ButtonPressClient presses;
    private final UpdateDeadLetters deadLetters;
    private final MessageFiles files;
    private final InstantSource clock;
    private final ConversationLocks conversations = new ConversationLocks();

    public TelegramUpdateIntake(
            EventIntake intake,
            ButtonPressClient presses,
            UpdateDeadLetters deadLetters,
            MessageFiles files,
            InstantSource clock) {
        this.intake = intake;
        this.presses = presses;
        this.deadLetters = deadLetters;
        this.files = files;
        this.clock = clock;
    }

    /** Blocks until the outcome is known. An update that makes the mapping fail is a dead letter, so that it is not repeated for ever. */
    UpdateOutcome take(BotRegistration bot, JsonNode update) throws InterruptedException {
        try {
            return mapped(bot, update);
        } catch (IllegalArgumentException
                | NullPointerException
                | ClassCastException
                | IndexOutOfBoundsException
                | ArithmeticException
                | DateTimeException defect) {
            LOG.errorf(defect, "update is not usable: botId=%s", bot.botId());
            return deadLetter(bot, update, DeadLetterReason.UNDECODABLE, "$ cannot be read");
        }
    }

    private UpdateOutcome mapped(BotRegistration bot, JsonNode update) throws InterruptedException {
        return switch (TelegramInbound.map(update, BotIdentity.of(bot.botId(), bot.options()))) {
            case UpdateMapping.Event(ObjectNode event, List<TelegramFile> files, String callbackQueryId) -> {
                ButtonPress press = callbackQueryId == null ? null : press(bot, event);
                yield press == null
                        ? inOrder(bot, event, files, update, callbackQueryId)
                        : submit(press, update, Objects.requireNonNull(callbackQueryId));
            }
            case UpdateMapping.Ignored(String type, String why) -> {
                LOG.debugf("update without an event: botId=%s type=%s %s", bot.botId(), type, why);
                yield UpdateOutcome.Done.WITHOUT_REPLY;
            }
            case UpdateMapping.Unreadable(String field, String why) ->
                deadLetter(bot, update, DeadLetterReason.UNDECODABLE, field + " " + why);
        };
    }

    /** A question about a photo must not overtake it: an update waits while files of its conversation are fetched. */
    private UpdateOutcome inOrder(
            BotRegistration bot,
            ObjectNode event,
            List<TelegramFile> attached,
            JsonNode update,
            @Nullable String callbackQueryId)
            throws InterruptedException {
        String conversation = bot.botId() + "/" + event.path("conversation_id").asText();
        if (!conversations.enter(conversation, TURN_TIMEOUT)) {
            return new UpdateOutcome.Unavailable("Earlier updates of this conversation are not done with.");
        }
        try {
            files.attach(bot, event, attached);
            return publish(bot, event, update, callbackQueryId);
        } finally {
            conversations.leave(conversation);
        }
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

    private UpdateOutcome submit(ButtonPress press, JsonNode update, String callbackQueryId)
            throws InterruptedException {
        String language =
                update.path("callback_query").path("from").path("language_code").textValue();
        try {
            ButtonPressResult result =
                    presses.press(press).toCompletableFuture().get();
            return new UpdateOutcome.Done(PressReply.of(callbackQueryId, result.outcome(), language));
        } catch (ExecutionException e) {
            LOG.warnf("a pressed button is not submitted: botId=%s runId=%s %s", press.botId(), press.runId(), e);
            return new UpdateOutcome.NotSubmitted(PressReply.again(callbackQueryId, language));
        }
    }

    private UpdateOutcome publish(
            BotRegistration bot, ObjectNode event, JsonNode update, @Nullable String callbackQueryId)
            throws InterruptedException {
        String standInId = event.path("event_id").asText();
        event.set("raw", update);
        return switch (EventNormalizer.normalise(
                InboundMessage.bare(event, null), origin(bot), standInId, clock.instant())) {
            case NormalizationResult.Refused(var reason, String field, String why) ->
                deadLetter(bot, update, reason, field + " " + why);
            case NormalizationResult.Accepted(EventEnvelope envelope, RawPayload raw) ->
                intake.isRepetition(envelope) ? done(callbackQueryId) : publish(bot, envelope, raw, callbackQueryId);
        };
    }

    private UpdateOutcome publish(
            BotRegistration bot, EventEnvelope envelope, RawPayload raw, @Nullable String callbackQueryId)
            throws InterruptedException {
        return switch (intake.accept(envelope, raw, null)) {
            case IntakeResult.Published published -> done(callbackQueryId);
            case IntakeResult.Conflict() -> {
                LOG.warnf("another update under a known id: botId=%s eventId=%s", bot.botId(), envelope.eventId());
                yield done(callbackQueryId);
            }
            case IntakeResult.Unavailable() -> new UpdateOutcome.Unavailable("The event cannot be stored now.");
        };
    }

    private UpdateOutcome deadLetter(BotRegistration bot, JsonNode update, DeadLetterReason reason, String detail)
            throws InterruptedException {
        return deadLetters.deadLetter(bot, update, reason, detail)
                ? UpdateOutcome.Done.WITHOUT_REPLY
                : new UpdateOutcome.Unavailable("The dead letter cannot be stored now.");
    }

    private static UpdateOutcome done(@Nullable String callbackQueryId) {
        return callbackQueryId == null
                ? UpdateOutcome.Done.WITHOUT_REPLY
                : new UpdateOutcome.Done(PressReply.of(callbackQueryId));
    }

    /** The entrance of its events: that of an adapter which speaks for this bot only. */
    private static EventOrigin origin(BotRegistration bot) {
        return EventOrigin.adapter(bot.platform().wire(), bot.workspaceId(), Set.of(bot.botId()));
    }
}
