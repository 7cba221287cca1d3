package dev.agenthost.gateway.intake.slack;

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
import dev.agenthost.im.slack.inbound.SlackFile;
import dev.agenthost.im.slack.inbound.SlackIdentity;
import dev.agenthost.im.slack.inbound.SlackInbound;
import dev.agenthost.im.slack.inbound.SlackMapping;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.topic.DeadLetterReason;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Takes in one event or interaction: publishes it, submits its pressed button or its form, or dead-letters it. A repeated event has the same
 * id.
 */
public final class SlackEventIntake {
    private static final Logger LOG = Logger.getLogger(SlackEventIntake.class);

    /** Members by which the bearer could speak for the app. */
    private static final List<String> CREDENTIALS =
            List.of("token", "response_url", "response_urls", "bot_access_token");

    private final BotEventIntake events;
    private final PressSubmission presses;
    private final SlackDownloads downloads;
    private final SlackPressReplies replies;
    private final SlackForms forms;

    public SlackEventIntake(
            BotEventIntake events,
            ButtonPressClient presses,
            SlackDownloads downloads,
            SlackPressReplies replies,
            SlackForms forms) {
        this.events = events;
        this.presses = new PressSubmission(presses);
        this.downloads = downloads;
        this.replies = replies;
        this.forms = forms;
    }

    /** Blocks until the outcome is known. A payload that makes the mapping fail is a dead letter. */
    SlackReply take(BotRegistration bot, JsonNode payload) throws InterruptedException {
        JsonNode stored = withoutCredentials(payload);
        return MappingDefects.recover(() -> mapped(bot, payload, stored), defect -> {
            LOG.errorf(defect, "event is not usable: botId=%s", bot.botId());
            return deadLetter(bot, stored, "$ cannot be read");
        });
    }

    private static JsonNode withoutCredentials(JsonNode payload) {
        JsonNode stored = payload.deepCopy();
        for (JsonNode holder : List.of(stored, stored.path("event"))) {
            if (holder instanceof ObjectNode object) {
                object.remove(CREDENTIALS);
            }
        }
        return stored;
    }

    private SlackReply mapped(BotRegistration bot, JsonNode payload, JsonNode stored) throws InterruptedException {
        return switch (SlackInbound.map(payload, SlackIdentity.of(bot.botId(), bot.options()))) {
            case SlackMapping.Event(ObjectNode event, List<SlackFile> attached) -> {
                List<MessageFile> files =
                        attached.stream().map(file -> downloads.file(bot, file)).toList();
                yield reply(events.take(bot, event, files, stored));
            }
            case SlackMapping.Press(ButtonKey key, String actorId) -> {
                replies.show(bot, payload, submit(ButtonPresses.of(bot, key, actorId)));
                yield new SlackReply.Acknowledged(null);
            }
            case SlackMapping.FormPress press -> {
                forms.open(bot, payload, press);
                yield new SlackReply.Acknowledged(null);
            }
            case SlackMapping.SubmittedForm form -> new SlackReply.Acknowledged(forms.submit(bot, payload, form));
            case SlackMapping.Ignored(String type, String why) -> {
                LOG.debugf("event without an event of the host: botId=%s type=%s %s", bot.botId(), type, why);
                yield new SlackReply.Acknowledged(null);
            }
            case SlackMapping.Unreadable(String field, String why) -> deadLetter(bot, stored, field + " " + why);
        };
    }

    private PressNotice submit(ButtonPress press) throws InterruptedException {
        return presses.notice(
                press,
                failure -> LOG.warnf(
                        "a pressed button is not submitted: botId=%s runId=%s %s",
                        press.botId(), press.runId(), failure));
    }

    private SlackReply deadLetter(BotRegistration bot, JsonNode stored, String detail) throws InterruptedException {
        return reply(events.deadLetter(bot, stored, DeadLetterReason.UNDECODABLE, detail));
    }

    private static SlackReply reply(BotEventOutcome outcome) {
        return switch (outcome) {
            case BotEventOutcome.Done() -> new SlackReply.Acknowledged(null);
            case BotEventOutcome.Unavailable(String why) -> new SlackReply.Unavailable(why);
        };
    }
}
