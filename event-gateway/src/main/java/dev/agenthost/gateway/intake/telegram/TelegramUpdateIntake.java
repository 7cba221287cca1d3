package dev.agenthost.gateway.intake.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.attachment.MessageFile;
import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.gateway.bot.ButtonPresses;
import dev.agenthost.gateway.intake.BotEventIntake;
import dev.agenthost.gateway.intake.BotEventOutcome;
import dev.agenthost.gateway.intake.MappingDefects;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.telegram.inbound.BotIdentity;
import dev.agenthost.im.telegram.inbound.TelegramFile;
import dev.agenthost.im.telegram.inbound.TelegramInbound;
import dev.agenthost.im.telegram.inbound.UpdateMapping;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.ButtonPressResult;
import dev.agenthost.protocol.topic.DeadLetterReason;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes in one update, received by a webhook or by polling: publishes its event, submits its pressed button or dead-letters it. A
 * repeated update has the same event id, so it may be taken in any number of times and by any replica.
 */
public final class TelegramUpdateIntake {
    private static final Logger LOG = Logger.getLogger(TelegramUpdateIntake.class);

    private final BotEventIntake events;
    private final ButtonPressClient presses;
    private final TelegramDownloads downloads;

    public TelegramUpdateIntake(BotEventIntake events, ButtonPressClient presses, TelegramDownloads downloads) {
        this.events = events;
        this.presses = presses;
        this.downloads = downloads;
    }

    /** Blocks until the outcome is known. An update that makes the mapping fail is a dead letter, so that it is not repeated for ever. */
    UpdateOutcome take(BotRegistration bot, JsonNode update) throws InterruptedException {
        return MappingDefects.recover(() -> mapped(bot, update), defect -> {
            LOG.errorf(defect, "update is not usable: botId=%s", bot.botId());
            return deadLetter(bot, update, "$ cannot be read");
        });
    }

    private UpdateOutcome mapped(BotRegistration bot, JsonNode update) throws InterruptedException {
        return switch (TelegramInbound.map(update, BotIdentity.of(bot.botId(), bot.options()))) {
            case UpdateMapping.Event(ObjectNode event, List<TelegramFile> files, String callbackQueryId) -> {
                ButtonPress press = callbackQueryId == null ? null : press(bot, event);
                yield press == null
                        ? publish(bot, event, files, update, callbackQueryId)
                        : submit(press, update, Objects.requireNonNull(callbackQueryId));
            }
            case UpdateMapping.Ignored(String type, String why) -> {
                LOG.debugf("update without an event: botId=%s type=%s %s", bot.botId(), type, why);
                yield UpdateOutcome.Done.WITHOUT_REPLY;
            }
            case UpdateMapping.Unreadable(String field, String why) -> deadLetter(bot, update, field + " " + why);
        };
    }

    private UpdateOutcome publish(
            BotRegistration bot,
            ObjectNode event,
            List<TelegramFile> attached,
            JsonNode update,
            @Nullable String callbackQueryId)
            throws InterruptedException {
        List<MessageFile> files =
                attached.stream().map(file -> downloads.file(bot, file)).toList();
        return switch (events.take(bot, event, files, update)) {
            case BotEventOutcome.Done() -> done(callbackQueryId);
            case BotEventOutcome.Unavailable(String why) -> new UpdateOutcome.Unavailable(why);
        };
    }

    /** Returns the press of a button of a question; null for any other button. */
    private static @Nullable ButtonPress press(BotRegistration bot, ObjectNode event) {
        String actor = event.path("actor").path("actor_id").asText();
        return ButtonKey.read(event.path("data").path("button").asText())
                .filter(key -> !actor.isEmpty())
                .map(key -> ButtonPresses.of(bot, key, actor))
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

    private UpdateOutcome deadLetter(BotRegistration bot, JsonNode update, String detail) throws InterruptedException {
        return switch (events.deadLetter(bot, update, DeadLetterReason.UNDECODABLE, detail)) {
            case BotEventOutcome.Done() -> UpdateOutcome.Done.WITHOUT_REPLY;
            case BotEventOutcome.Unavailable(String why) -> new UpdateOutcome.Unavailable(why);
        };
    }

    private static UpdateOutcome done(@Nullable String callbackQueryId) {
        return callbackQueryId == null
                ? UpdateOutcome.Done.WITHOUT_REPLY
                : new UpdateOutcome.Done(PressReply.of(callbackQueryId));
    }
}
