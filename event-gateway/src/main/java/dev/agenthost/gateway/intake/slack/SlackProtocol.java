package dev.agenthost.gateway.intake.slack;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.gateway.intake.connection.EventReply;
import dev.agenthost.gateway.intake.connection.FrameOutcome;
import dev.agenthost.gateway.intake.connection.SocketInput;
import dev.agenthost.gateway.intake.connection.SocketMessage;
import dev.agenthost.gateway.intake.connection.SocketProtocol;
import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.slack.connection.SlackFrame;
import dev.agenthost.protocol.bot.BotRegistration;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one connection of Socket Mode. An event is acknowledged once Kafka has it; one without an acknowledgement is sent again by
 * the platform, as over HTTP (https://docs.slack.dev/apis/events-api).
 */
final class SlackProtocol implements SocketProtocol {
    /** The limit of an event, the same as of a webhook. */
    private static final int LARGEST_EVENT = 1024 * 1024;

    private final BotRegistration bot;
    private final String appId;
    private final SlackEventIntake intake;
    private boolean isGreeted;

    SlackProtocol(BotRegistration bot, String appId, SlackEventIntake intake) {
        this.bot = bot;
        this.appId = appId;
        this.intake = intake;
    }

    @Override
    public SocketMessage ping() {
        return new SocketMessage.Ping();
    }

    @Override
    public boolean isReady() {
        return isGreeted;
    }

    @Override
    public SocketInput read(SocketMessage message) {
        if (!(message instanceof SocketMessage.Text(String text))) {
            return new SocketInput.Unreadable();
        }
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > LARGEST_EVENT) {
            return new SocketInput.Refused("the event is over 1 MiB", null);
        }
        return switch (SlackFrame.read(text)) {
            case SlackFrame.Hello hello -> greeted(hello.appId());
            case SlackFrame.Disconnect(String reason) -> disconnected(reason);
            case SlackFrame.Envelope(String id, JsonNode payload) ->
                new SocketInput.Event(bytes, () -> take(id, payload), null);
            case SlackFrame.Unsupported(String type) ->
                new SocketInput.Refused("messages of the type " + type + " are not supported", null);
            case SlackFrame.Unreadable() -> new SocketInput.Unreadable();
        };
    }

    /** Without this check, each event would be a dead letter of another app. */
    private SocketInput greeted(@Nullable String connected) {
        if (connected != null && !connected.equals(appId)) {
            return new SocketInput.Rejected(
                    new AddressAnswer.Refused("the app-level token is of another app than app_id of the bot"));
        }
        isGreeted = true;
        return new SocketInput.Control();
    }

    private static SocketInput disconnected(String reason) {
        return switch (reason) {
            case SlackFrame.DISABLED ->
                new SocketInput.Rejected(new AddressAnswer.Refused("Socket Mode is turned off for the app: " + reason));
            case SlackFrame.TOO_MANY ->
                new SocketInput.Rejected(new AddressAnswer.Failed("the app has its 10 connections: " + reason));
            default -> new SocketInput.Closing();
        };
    }

    private EventReply take(String envelopeId, JsonNode payload) throws InterruptedException {
        return switch (intake.take(bot, payload)) {
            case SlackReply.Acknowledged(var answer) ->
                new EventReply(
                        FrameOutcome.ACCEPTED, new SocketMessage.Text(SlackFrame.acknowledgement(envelopeId, answer)));
            case SlackReply.Unavailable(String why) -> new EventReply(FrameOutcome.FAILED, null);
        };
    }
}
