package dev.agenthost.gateway.intake.onebot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.attachment.MessageFile;
import dev.agenthost.gateway.attachment.MessageFileDownload;
import dev.agenthost.gateway.intake.BotEventIntake;
import dev.agenthost.gateway.intake.BotEventOutcome;
import dev.agenthost.gateway.intake.MappingDefects;
import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.onebot.client.OneBotFileDownload;
import dev.agenthost.im.onebot.inbound.OneBotFile;
import dev.agenthost.im.onebot.inbound.OneBotInbound;
import dev.agenthost.im.onebot.inbound.OneBotMapping;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.DeadLetterReason;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jboss.logging.Logger;

/** Takes in one event of OneBot: publishes it, acknowledges it or dead-letters it. A repeated event has the same id. */
public final class OneBotEventIntake {
    private static final Logger LOG = Logger.getLogger(OneBotEventIntake.class);
    private static final String RECORDING = "record";

    private final BotEventIntake events;
    private final OneBotFileDownload downloads;

    public OneBotEventIntake(BotEventIntake events, OneBotFileDownload downloads) {
        this.events = events;
        this.downloads = downloads;
    }

    /**
     * Takes in the text of one message of a WebSocket, as {@link #take(BotRegistration, long, JsonNode)}. A text that is no JSON is a dead
     * letter, because a WebSocket has no other answer.
     */
    BotEventOutcome take(BotRegistration bot, long selfId, String text) throws InterruptedException {
        JsonNode payload;
        try {
            payload = ProtocolCodec.readTree(text.getBytes(StandardCharsets.UTF_8));
        } catch (UndecodableException noJson) {
            return deadLetter(bot, JsonNodeFactory.instance.textNode(text), "$ must be JSON");
        }
        return take(bot, selfId, payload);
    }

    /**
     * Blocks until the outcome is known. An event that makes the mapping fail is a dead letter.
     *
     * @param selfId the account that the sender states beside the event
     */
    BotEventOutcome take(BotRegistration bot, long selfId, JsonNode payload) throws InterruptedException {
        return MappingDefects.recover(() -> mapped(bot, selfId, payload), defect -> {
            LOG.errorf(defect, "event is not usable: botId=%s", bot.botId());
            return deadLetter(bot, payload, "$ cannot be read");
        });
    }

    private BotEventOutcome mapped(BotRegistration bot, long selfId, JsonNode payload) throws InterruptedException {
        OneBotMapping mapping = OneBotInbound.map(payload, bot.botId());
        if (!(mapping instanceof OneBotMapping.Unreadable)
                && !payload.path("self_id").asText().equals(Long.toString(selfId))) {
            return deadLetter(bot, payload, "self_id must be that of X-Self-ID");
        }
        return switch (mapping) {
            case OneBotMapping.Event(ObjectNode event, List<OneBotFile> files) ->
                events.take(bot, event, files.stream().map(this::file).toList(), payload);
            case OneBotMapping.Ignored(String type, String why) -> {
                LOG.debugf("event without an event of the host: botId=%s type=%s %s", bot.botId(), type, why);
                yield new BotEventOutcome.Done();
            }
            case OneBotMapping.Unreadable(String field, String why) -> deadLetter(bot, payload, field + " " + why);
        };
    }

    private BotEventOutcome deadLetter(BotRegistration bot, JsonNode payload, String detail)
            throws InterruptedException {
        return events.deadLetter(bot, payload, DeadLetterReason.UNDECODABLE, detail);
    }

    /** The type of a file is not in the event: context-store detects it. */
    private MessageFile file(OneBotFile file) {
        String kind = file.kind().equals(RECORDING) ? "audio" : file.kind();
        String name = Objects.requireNonNullElse(file.name(), file.kind());
        String url = file.url();
        MessageFileDownload download = url == null
                ? most -> Uni.createFrom().item(new FileAnswer.Refused("the message has no address of the file"))
                : most -> downloads.download(url, name, most);
        return new MessageFile(file.uniqueId(), kind, null, name, file.size(), download);
    }
}
