package dev.agenthost.gateway.intake.dingtalk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.attachment.MessageFile;
import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.gateway.bot.ButtonPresses;
import dev.agenthost.gateway.bot.PressNotice;
import dev.agenthost.gateway.bot.PressSubmission;
import dev.agenthost.gateway.intake.BotEventIntake;
import dev.agenthost.gateway.intake.BotEventOutcome;
import dev.agenthost.gateway.intake.MappingDefects;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.dingtalk.inbound.DingTalkFile;
import dev.agenthost.im.dingtalk.inbound.DingTalkIdentity;
import dev.agenthost.im.dingtalk.inbound.DingTalkInbound;
import dev.agenthost.im.dingtalk.inbound.DingTalkMapping;
import dev.agenthost.im.dingtalk.inbound.DingTalkPush;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.topic.DeadLetterReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Takes in one payload: publishes its event, submits its pressed button or dead-letters it. A repeated event has the same id. */
public final class DingTalkEventIntake {
    private static final Logger LOG = Logger.getLogger(DingTalkEventIntake.class);

    /** The platform waits 2 s for the answer to a pressed button (https://open.dingtalk.com/document/development/event-callback-card). */
    private static final Duration PRESS_TIMEOUT = Duration.ofMillis(1500);

    private final BotEventIntake events;
    private final PressSubmission presses;
    private final DingTalkDownloads downloads;

    public DingTalkEventIntake(BotEventIntake events, ButtonPressClient presses, DingTalkDownloads downloads) {
        this.events = events;
        this.presses = new PressSubmission(presses, PRESS_TIMEOUT);
        this.downloads = downloads;
    }

    /**
     * Blocks until the outcome is known. A payload that makes the mapping fail is a dead letter.
     *
     * @param redelivers true if the platform pushes a payload again that is unavailable. Otherwise it is stored every second until Kafka has it,
     *     and is never unavailable
     */
    DingTalkOutcome take(BotRegistration bot, DingTalkPush push, boolean redelivers) throws InterruptedException {
        withoutAddress(push.payload());
        return MappingDefects.recover(() -> mapped(bot, push, redelivers), defect -> {
            LOG.errorf(defect, "payload is not usable: botId=%s", bot.botId());
            return deadLetter(bot, push, redelivers, "$ cannot be read");
        });
    }

    /** Removes the address by which anyone may write into the conversation from what is stored. */
    private static void withoutAddress(@Nullable JsonNode payload) {
        if (payload instanceof ObjectNode object) {
            object.remove("sessionWebhook");
        }
    }

    private DingTalkOutcome mapped(BotRegistration bot, DingTalkPush push, boolean redelivers)
            throws InterruptedException {
        DingTalkIdentity identity =
                DingTalkIdentity.of(bot.botId(), bot.options(), bot.receivesBy(BotRegistration.CONNECTION));
        return switch (DingTalkInbound.map(push, identity)) {
            case DingTalkMapping.Event(ObjectNode event, List<DingTalkFile> attached) ->
                event(bot, event, files(bot, event, attached), payload(push), redelivers);
            case DingTalkMapping.Press(ButtonKey key, String actorId) -> submit(ButtonPresses.of(bot, key, actorId));
            case DingTalkMapping.Ignored(String type, String why) -> {
                LOG.debugf("payload without an event of the host: botId=%s type=%s %s", bot.botId(), type, why);
                yield DingTalkOutcome.Done.withoutContent();
            }
            case DingTalkMapping.Unreadable(String field, String why) ->
                deadLetter(bot, push, redelivers, field + " " + why);
        };
    }

    private DingTalkOutcome event(
            BotRegistration bot, ObjectNode event, List<MessageFile> files, JsonNode payload, boolean redelivers)
            throws InterruptedException {
        return outcome(
                redelivers
                        ? events.take(bot, event, files, payload)
                        : events.takeUntilStored(bot, event, files, payload));
    }

    private List<MessageFile> files(BotRegistration bot, ObjectNode event, List<DingTalkFile> attached) {
        String messageId = event.path("event_id").asText();
        List<MessageFile> files = new ArrayList<>();
        for (DingTalkFile file : attached) {
            files.add(downloads.file(bot, messageId, files.size(), file));
        }
        return files;
    }

    private DingTalkOutcome submit(ButtonPress press) throws InterruptedException {
        PressNotice notice = presses.notice(
                press,
                failure -> LOG.warnf(
                        "a pressed button is not submitted: botId=%s runId=%s %s",
                        press.botId(), press.runId(), failure));
        return new DingTalkOutcome.Done(DingTalkNotices.of(notice));
    }

    private DingTalkOutcome deadLetter(BotRegistration bot, DingTalkPush push, boolean redelivers, String detail)
            throws InterruptedException {
        JsonNode payload = payload(push);
        DeadLetterReason reason = DeadLetterReason.UNDECODABLE;
        return outcome(
                redelivers
                        ? events.deadLetter(bot, payload, reason, detail)
                        : events.deadLetterUntilStored(bot, payload, reason, detail));
    }

    /** A payload that is no object is not stored: the address of the conversation may be anywhere in its text. */
    private static JsonNode payload(DingTalkPush push) {
        return push.payload() instanceof ObjectNode object ? object : JsonNodeFactory.instance.nullNode();
    }

    private static DingTalkOutcome outcome(BotEventOutcome outcome) {
        return switch (outcome) {
            case BotEventOutcome.Done() -> DingTalkOutcome.Done.withoutContent();
            case BotEventOutcome.Unavailable(String why) -> new DingTalkOutcome.Unavailable(why);
        };
    }
}
