package dev.agenthost.gateway.intake.lark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.attachment.MessageFile;
import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.gateway.bot.ButtonPresses;
import dev.agenthost.gateway.bot.PressSubmission;
import dev.agenthost.gateway.intake.BotEventIntake;
import dev.agenthost.gateway.intake.BotEventOutcome;
import dev.agenthost.gateway.intake.MappingDefects;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.lark.inbound.LarkFile;
import dev.agenthost.im.lark.inbound.LarkIdentity;
import dev.agenthost.im.lark.inbound.LarkInbound;
import dev.agenthost.im.lark.inbound.LarkMapping;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.DeadLetterReason;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jboss.logging.Logger;

/** Takes in one event or callback: publishes it, submits its pressed button or dead-letters it. A repeated event has the same id. */
public final class LarkEventIntake {
    private static final Logger LOG = Logger.getLogger(LarkEventIntake.class);

    private final BotEventIntake events;
    private final PressSubmission presses;
    private final LarkDownloads downloads;

    public LarkEventIntake(BotEventIntake events, ButtonPressClient presses, LarkDownloads downloads) {
        this.events = events;
        this.presses = new PressSubmission(presses);
        this.downloads = downloads;
    }

    /** Takes in the payload of one event of a connection, as {@link #take(BotRegistration, JsonNode)}. One that is no JSON is a dead letter. */
    LarkOutcome take(BotRegistration bot, byte[] payload) throws InterruptedException {
        JsonNode read;
        try {
            read = ProtocolCodec.readTree(payload);
        } catch (UndecodableException noJson) {
            return deadLetter(
                    bot,
                    JsonNodeFactory.instance.textNode(new String(payload, StandardCharsets.UTF_8)),
                    "$ must be JSON");
        }
        return take(bot, read);
    }

    /** Blocks until the outcome is known. An event that makes the mapping fail is a dead letter. */
    LarkOutcome take(BotRegistration bot, JsonNode payload) throws InterruptedException {
        withoutTokens(payload);
        return MappingDefects.recover(() -> mapped(bot, payload), defect -> {
            LOG.errorf(defect, "event is not usable: botId=%s", bot.botId());
            return deadLetter(bot, payload, "$ cannot be read");
        });
    }

    /** Removes the Verification Token, and the token by which a card may be changed, from what is stored. */
    private static void withoutTokens(JsonNode payload) {
        for (JsonNode holder : List.of(payload, payload.path("header"), payload.path("event"))) {
            if (holder instanceof ObjectNode object) {
                object.remove("token");
            }
        }
    }

    private LarkOutcome mapped(BotRegistration bot, JsonNode payload) throws InterruptedException {
        return switch (LarkInbound.map(payload, LarkIdentity.of(bot.botId(), bot.options()))) {
            case LarkMapping.Event(ObjectNode event, List<LarkFile> attached) -> {
                List<MessageFile> files =
                        attached.stream().map(file -> downloads.file(bot, file)).toList();
                yield outcome(events.take(bot, event, files, payload));
            }
            case LarkMapping.Press(ButtonKey key, String actorId) -> submit(ButtonPresses.of(bot, key, actorId));
            case LarkMapping.Ignored(String type, String why) -> {
                LOG.debugf("event without an event of the host: botId=%s type=%s %s", bot.botId(), type, why);
                yield LarkOutcome.Done.withoutContent();
            }
            case LarkMapping.Unreadable(String field, String why) -> deadLetter(bot, payload, field + " " + why);
        };
    }

    private LarkOutcome submit(ButtonPress press) throws InterruptedException {
        return new LarkOutcome.Done(presses.submit(
                        press,
                        failure -> LOG.warnf(
                                "a pressed button is not submitted: botId=%s runId=%s %s",
                                press.botId(), press.runId(), failure))
                .map(LarkToast::of)
                .orElseGet(LarkToast::again));
    }

    private LarkOutcome deadLetter(BotRegistration bot, JsonNode payload, String detail) throws InterruptedException {
        return outcome(events.deadLetter(bot, payload, DeadLetterReason.UNDECODABLE, detail));
    }

    private static LarkOutcome outcome(BotEventOutcome outcome) {
        return switch (outcome) {
            case BotEventOutcome.Done() -> LarkOutcome.Done.withoutContent();
            case BotEventOutcome.Unavailable(String why) -> new LarkOutcome.Unavailable(why);
        };
    }
}
