package dev.agenthost.gateway.intake.lark;

import dev.agenthost.gateway.intake.connection.EventReply;
import dev.agenthost.gateway.intake.connection.FrameOutcome;
import dev.agenthost.gateway.intake.connection.SocketInput;
import dev.agenthost.gateway.intake.connection.SocketMessage;
import dev.agenthost.gateway.intake.connection.SocketProtocol;
import dev.agenthost.im.chat.connection.ConnectionTimes;
import dev.agenthost.im.lark.connection.EventAnswer;
import dev.agenthost.im.lark.connection.FrameAssembler;
import dev.agenthost.im.lark.connection.FrameAssembler.Assembled;
import dev.agenthost.im.lark.connection.LarkConnectionConfig;
import dev.agenthost.im.lark.connection.LarkFrame;
import dev.agenthost.im.lark.connection.LarkFrameCodec;
import dev.agenthost.protocol.bot.BotRegistration;

/** The frames of one long connection of Lark. */
final class LarkProtocol implements SocketProtocol {
    private final BotRegistration bot;
    private final int service;
    private final LarkEventIntake intake;
    private final FrameAssembler frames = new FrameAssembler();
    private ConnectionTimes times;

    /** @param service the number that pings carry */
    LarkProtocol(BotRegistration bot, int service, ConnectionTimes times, LarkEventIntake intake) {
        this.bot = bot;
        this.service = service;
        this.times = times;
        this.intake = intake;
    }

    @Override
    public SocketMessage ping() {
        return message(LarkFrame.ping(service));
    }

    @Override
    public SocketInput read(SocketMessage message) {
        return message instanceof SocketMessage.Binary(byte[] bytes)
                ? LarkFrameCodec.decode(bytes).map(this::read).orElseGet(SocketInput.Unreadable::new)
                : new SocketInput.Unreadable();
    }

    private SocketInput read(LarkFrame frame) {
        if (frame.is(LarkFrame.CONTROL, "pong")) {
            times = LarkConnectionConfig.ofPong(frame, times).orElse(times);
            return new SocketInput.Times(times);
        }
        return frame.isEvent() ? received(frame) : new SocketInput.Control();
    }

    private SocketInput received(LarkFrame frame) {
        return switch (frames.add(frame, System.nanoTime())) {
            case Assembled.Complete(byte[] payload) ->
                new SocketInput.Event(
                        payload.length,
                        () -> take(frame, payload, System.nanoTime()),
                        message(frame.answer(new EventAnswer.Failed(), 0)));
            case Assembled.Partial() -> new SocketInput.Control();
            case Assembled.Refused(String why) ->
                new SocketInput.Refused(why, message(frame.answer(new EventAnswer.Failed(), 0)));
        };
    }

    private EventReply take(LarkFrame frame, byte[] payload, long begin) throws InterruptedException {
        return switch (intake.take(bot, payload)) {
            case LarkOutcome.Done(var response) ->
                reply(FrameOutcome.ACCEPTED, frame, new EventAnswer.Accepted(response), begin);
            case LarkOutcome.Unavailable unavailable ->
                reply(FrameOutcome.FAILED, frame, new EventAnswer.Failed(), begin);
        };
    }

    private static EventReply reply(FrameOutcome outcome, LarkFrame frame, EventAnswer answer, long begin) {
        return new EventReply(outcome, message(frame.answer(answer, (System.nanoTime() - begin) / 1_000_000)));
    }

    private static SocketMessage message(LarkFrame frame) {
        return new SocketMessage.Binary(LarkFrameCodec.encode(frame));
    }
}
