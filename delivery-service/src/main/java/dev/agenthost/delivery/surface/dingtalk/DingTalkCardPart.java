package dev.agenthost.delivery.surface.dingtalk;

import dev.agenthost.delivery.send.PreviewMessage;
import dev.agenthost.delivery.surface.calls.PreviewedPart;
import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import dev.agenthost.im.dingtalk.calls.DingTalkRobot;
import dev.agenthost.im.dingtalk.rendering.DingTalkTarget;
import dev.agenthost.im.dingtalk.rendering.StreamedCard;
import dev.agenthost.protocol.delivery.OutboundReply;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The preview of a part: a card, whose last text is the beginning of the part. */
record DingTalkCardPart(OutboundReply part, DingTalkTarget target, DingTalkRobot robot)
        implements PreviewedPart.PreviewForm<DingTalkCall> {

    @Override
    public List<DingTalkCall> replacing(PreviewMessage message, int shown, List<DingTalkCall> calls) {
        return StreamedCard.complete(target, robot, part, Objects.requireNonNull(message.id()), shown + 1, calls);
    }

    /** The id of the card follows from the part, so the card is there once, whatever its first words were. */
    @Override
    public Optional<DingTalkCall> repeated(PreviewMessage message, List<DingTalkCall> calls) {
        return Optional.of(StreamedCard.show(target, robot, part.text()));
    }
}
