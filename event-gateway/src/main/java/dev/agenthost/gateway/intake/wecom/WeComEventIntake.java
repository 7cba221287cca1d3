package dev.agenthost.gateway.intake.wecom;

import com.fasterxml.jackson.databind.JsonNode;
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
import dev.agenthost.im.wecom.inbound.WeComFile;
import dev.agenthost.im.wecom.inbound.WeComIdentity;
import dev.agenthost.im.wecom.inbound.WeComInbound;
import dev.agenthost.im.wecom.inbound.WeComMapping;
import dev.agenthost.im.wecom.inbound.WeComNotice;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.ButtonPressResult.Outcome;
import dev.agenthost.protocol.topic.DeadLetterReason;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;

/** Takes in one callback: publishes its event, submits its pressed button or dead-letters it. A repeated callback has the same id. */
public final class WeComEventIntake {
    private static final Logger LOG = Logger.getLogger(WeComEventIntake.class);

    /** The platform waits 5 s for an answer (https://developer.work.weixin.qq.com/document/path/90238). */
    private static final Duration PRESS_TIMEOUT = Duration.ofSeconds(4);

    private final BotEventIntake events;
    private final PressSubmission presses;
    private final WeComDownloads downloads;
    private final InstantSource clock;

    public WeComEventIntake(
            BotEventIntake events, ButtonPressClient presses, WeComDownloads downloads, InstantSource clock) {
        this.events = events;
        this.presses = new PressSubmission(presses, PRESS_TIMEOUT);
        this.downloads = downloads;
        this.clock = clock;
    }

    /** Blocks until the outcome is known. A callback that makes the mapping fail is a dead letter. */
    WeComOutcome take(BotRegistration bot, JsonNode payload) throws InterruptedException {
        return MappingDefects.recover(() -> mapped(bot, payload), defect -> {
            LOG.errorf(defect, "callback is not usable: botId=%s", bot.botId());
            return deadLetter(bot, payload, "$ cannot be read");
        });
    }

    private WeComOutcome mapped(BotRegistration bot, JsonNode payload) throws InterruptedException {
        WeComIdentity identity = WeComIdentity.of(bot.botId(), bot.options());
        return switch (WeComInbound.map(payload, identity)) {
            case WeComMapping.Event(ObjectNode event, List<WeComFile> attached) ->
                outcome(events.take(bot, event, files(bot, event, attached), WeComInbound.withoutCodes(payload)));
            case WeComMapping.Press(ButtonKey key, String actorId) ->
                submit(ButtonPresses.of(bot, key, actorId), identity);
            case WeComMapping.Unreadable(String field, String why) -> deadLetter(bot, payload, field + " " + why);
        };
    }

    private List<MessageFile> files(BotRegistration bot, ObjectNode event, List<WeComFile> attached) {
        String messageId = event.path("event_id").asText();
        List<MessageFile> files = new ArrayList<>();
        for (WeComFile file : attached) {
            files.add(downloads.file(bot, messageId, files.size(), file));
        }
        return files;
    }

    /** A press without a result is not answered: the platform sends it again, and its buttons stay. */
    private WeComOutcome submit(ButtonPress press, WeComIdentity identity) throws InterruptedException {
        return presses.submit(
                        press,
                        failure -> LOG.warnf(
                                "a pressed button is not submitted: botId=%s runId=%s %s",
                                press.botId(), press.runId(), failure))
                .<WeComOutcome>map(result -> answered(result, press, identity))
                .orElseGet(() -> new WeComOutcome.Unavailable("The pressed button cannot be submitted now."));
    }

    /** The platform does not say the language of the person, so the text has both. */
    private WeComOutcome answered(Outcome result, ButtonPress press, WeComIdentity identity) {
        PressNotice notice = PressNotice.of(result).orElse(PressNotice.ACCEPTED);
        return new WeComOutcome.Answered(WeComNotice.instead(
                notice.chinese() + " " + notice.english(), press.actorId(), identity, clock.instant()));
    }

    private WeComOutcome deadLetter(BotRegistration bot, JsonNode payload, String detail) throws InterruptedException {
        return outcome(
                events.deadLetter(bot, WeComInbound.withoutCodes(payload), DeadLetterReason.UNDECODABLE, detail));
    }

    private static WeComOutcome outcome(BotEventOutcome outcome) {
        return switch (outcome) {
            case BotEventOutcome.Done() -> new WeComOutcome.Done();
            case BotEventOutcome.Unavailable(String why) -> new WeComOutcome.Unavailable(why);
        };
    }
}
