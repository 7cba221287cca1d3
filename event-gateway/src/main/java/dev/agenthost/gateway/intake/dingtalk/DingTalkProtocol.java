package dev.agenthost.gateway.intake.dingtalk;

import dev.agenthost.gateway.intake.connection.EventReply;
import dev.agenthost.gateway.intake.connection.FrameOutcome;
import dev.agenthost.gateway.intake.connection.SocketInput;
import dev.agenthost.gateway.intake.connection.SocketMessage;
import dev.agenthost.gateway.intake.connection.SocketProtocol;
import dev.agenthost.im.dingtalk.connection.DingTalkAcknowledgement;
import dev.agenthost.im.dingtalk.connection.DingTalkStreamFrame;
import dev.agenthost.im.dingtalk.inbound.DingTalkPush;
import dev.agenthost.protocol.bot.BotRegistration;
import java.nio.charset.StandardCharsets;

/**
 * The frames of one connection of the Stream mode. A payload is acknowledged once Kafka has it. The platform pushes an event without an
 * acknowledgement again, but no message of a person and no action on a card
 * (https://open-dingtalk.github.io/developerpedia/docs/learn/stream/protocol): those are stored every second until Kafka has them.
 */
final class DingTalkProtocol implements SocketProtocol {
    /** The limit of a payload, the same as of a webhook. */
    private static final int LARGEST_PAYLOAD = 1024 * 1024;

    private final BotRegistration bot;
    private final DingTalkEventIntake intake;

    DingTalkProtocol(BotRegistration bot, DingTalkEventIntake intake) {
        this.bot = bot;
        this.intake = intake;
    }

    @Override
    public SocketMessage ping() {
        return new SocketMessage.Ping();
    }

    @Override
    public boolean redelivers() {
        return false;
    }

    @Override
    public SocketInput read(SocketMessage message) {
        if (!(message instanceof SocketMessage.Text(String text))) {
            return new SocketInput.Unreadable();
        }
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > LARGEST_PAYLOAD) {
            return new SocketInput.Refused("the payload is over 1 MiB", null);
        }
        return switch (DingTalkStreamFrame.read(text)) {
            case DingTalkStreamFrame.Ping ping ->
                new SocketInput.Reply(new SocketMessage.Text(DingTalkAcknowledgement.pong(ping)));
            case DingTalkStreamFrame.Disconnect() -> new SocketInput.Closing();
            case DingTalkStreamFrame.SystemNotice() -> new SocketInput.Control();
            case DingTalkStreamFrame.Push(DingTalkPush push) ->
                new SocketInput.Event(
                        bytes, () -> take(push), new SocketMessage.Text(DingTalkAcknowledgement.failed(push)));
            case DingTalkStreamFrame.Unsupported unsupported ->
                new SocketInput.Refused(
                        "frames of the topic " + unsupported.topic() + " are not supported",
                        new SocketMessage.Text(DingTalkAcknowledgement.unsupported(unsupported)));
            case DingTalkStreamFrame.Unreadable() -> new SocketInput.Unreadable();
        };
    }

    private EventReply take(DingTalkPush push) throws InterruptedException {
        return switch (intake.take(bot, push, push.topic() == DingTalkPush.Topic.EVENT)) {
            case DingTalkOutcome.Done(var response) ->
                reply(FrameOutcome.ACCEPTED, DingTalkAcknowledgement.done(push, response));
            case DingTalkOutcome.Unavailable unavailable ->
                reply(FrameOutcome.FAILED, DingTalkAcknowledgement.failed(push));
        };
    }

    private static EventReply reply(FrameOutcome outcome, String acknowledgement) {
        return new EventReply(outcome, new SocketMessage.Text(acknowledgement));
    }
}
