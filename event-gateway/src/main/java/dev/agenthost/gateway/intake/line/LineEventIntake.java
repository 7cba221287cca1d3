package dev.agenthost.gateway.intake.line;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.attachment.MessageFile;
import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.gateway.bot.ButtonPresses;
import dev.agenthost.gateway.bot.PressSubmission;
import dev.agenthost.gateway.intake.BotEventIntake;
import dev.agenthost.gateway.intake.BotEventOutcome;
import dev.agenthost.gateway.intake.MappingDefects;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.line.inbound.LineFile;
import dev.agenthost.im.line.inbound.LineIdentity;
import dev.agenthost.im.line.inbound.LineInbound;
import dev.agenthost.im.line.inbound.LineMapping;
import dev.agenthost.im.line.inbound.LineWebhook;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.ButtonPressResult.Outcome;
import dev.agenthost.protocol.topic.DeadLetterReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Takes in the events of one webhook in their order: publishes each, submits its pressed button or dead-letters it. A redelivered event has
 * the same id.
 */
public final class LineEventIntake {
    private static final Logger LOG = Logger.getLogger(LineEventIntake.class);

    /**
     * The platform waits 2 s for an answer
     * (https://developers.line.biz/en/docs/messaging-api/check-webhook-error-statistics/#reason-request-timeout).
     */
    private static final Duration PRESS_TIMEOUT = Duration.ofMillis(1500);

    private final BotEventIntake events;
    private final PressSubmission presses;
    private final LineDownloads downloads;

    public LineEventIntake(BotEventIntake events, ButtonPressClient presses, LineDownloads downloads) {
        this.events = events;
        this.presses = new PressSubmission(presses, PRESS_TIMEOUT);
        this.downloads = downloads;
    }

    /**
     * Blocks until the outcome is known. The events after one that is unavailable are taken in, too: the platform need not redeliver them.
     *
     * @return the first outcome that is unavailable, if there is one
     */
    BotEventOutcome take(BotRegistration bot, JsonNode payload) throws InterruptedException {
        LineIdentity identity = LineIdentity.of(bot.botId(), bot.options());
        return switch (LineWebhook.read(payload, identity)) {
            case LineWebhook.Events(List<JsonNode> received) -> {
                BotEventOutcome whole = new BotEventOutcome.Done();
                for (JsonNode event : received) {
                    BotEventOutcome outcome = take(bot, event, identity);
                    whole = whole instanceof BotEventOutcome.Done ? outcome : whole;
                }
                yield whole;
            }
            case LineWebhook.Unreadable(String detail) -> deadLetter(bot, payload, detail);
        };
    }

    /** An event that makes the mapping fail is a dead letter. */
    private BotEventOutcome take(BotRegistration bot, JsonNode payload, LineIdentity identity)
            throws InterruptedException {
        return MappingDefects.recover(() -> mapped(bot, payload, identity), defect -> {
            LOG.errorf(defect, "event is not usable: botId=%s", bot.botId());
            return deadLetter(bot, payload, "$ cannot be read");
        });
    }

    private BotEventOutcome mapped(BotRegistration bot, JsonNode payload, LineIdentity identity)
            throws InterruptedException {
        return switch (LineInbound.map(payload, identity)) {
            case LineMapping.Event(ObjectNode event, List<LineFile> attached) ->
                events.take(bot, event, files(bot, event, attached), LineInbound.withoutTokens(payload));
            case LineMapping.Press(ButtonKey key, String actorId) -> submit(ButtonPresses.of(bot, key, actorId));
            case LineMapping.Ignored(String type, String why) -> {
                LOG.debugf("event without an event of the host: botId=%s type=%s %s", bot.botId(), type, why);
                yield new BotEventOutcome.Done();
            }
            case LineMapping.Unreadable(String field, String why) -> deadLetter(bot, payload, field + " " + why);
        };
    }

    private List<MessageFile> files(BotRegistration bot, ObjectNode event, List<LineFile> attached) {
        String eventId = event.path("event_id").asText();
        List<MessageFile> files = new ArrayList<>();
        for (LineFile file : attached) {
            files.add(downloads.file(bot, eventId, files.size(), file));
        }
        return files;
    }

    /** The answer to a webhook shows the person nothing, so a press without a result is left to the platform and to the person. */
    private BotEventOutcome submit(ButtonPress press) throws InterruptedException {
        return presses.submit(
                        press,
                        failure -> LOG.warnf(
                                "a pressed button is not submitted: botId=%s runId=%s %s",
                                press.botId(), press.runId(), failure))
                .map(outcome -> submitted(press, outcome))
                .orElseGet(() -> new BotEventOutcome.Unavailable("The pressed button cannot be submitted now."));
    }

    private static BotEventOutcome submitted(ButtonPress press, Outcome outcome) {
        if (outcome != Outcome.ACCEPTED) {
            LOG.infof(
                    "a pressed button has no effect: botId=%s runId=%s outcome=%s",
                    press.botId(), press.runId(), outcome.wire());
        }
        return new BotEventOutcome.Done();
    }

    private BotEventOutcome deadLetter(BotRegistration bot, JsonNode payload, String detail)
            throws InterruptedException {
        return events.deadLetter(bot, LineInbound.withoutTokens(payload), DeadLetterReason.UNDECODABLE, detail);
    }
}
