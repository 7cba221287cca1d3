package dev.agenthost.delivery.surface.lark;

import dev.agenthost.delivery.send.PreviewMessage;
import dev.agenthost.delivery.surface.calls.PreviewedPart;
import dev.agenthost.im.lark.calls.LarkCall;
import dev.agenthost.im.lark.rendering.LarkRenderer;
import dev.agenthost.im.lark.rendering.LarkTarget;
import dev.agenthost.im.lark.rendering.StreamingCard;
import dev.agenthost.protocol.delivery.OutboundReply;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The preview of a part: a message that shows a card, which becomes the first card of the part. */
record CardPart(OutboundReply part) implements PreviewedPart.PreviewForm<LarkCall> {

    @Override
    public List<LarkCall> replacing(PreviewMessage message, int shown, List<LarkCall> calls) {
        return LarkRenderer.replacing(
                Objects.requireNonNull(message.id()), Objects.requireNonNull(message.cardId()), shown + 1, calls);
    }

    /** Without a card, which was in doubt then, no message shows it. */
    @Override
    public Optional<LarkCall> repeated(PreviewMessage message, List<LarkCall> calls) {
        String cardId = message.cardId();
        LarkTarget target = LarkTarget.of(part.replyTarget());
        return cardId == null || target == null ? Optional.empty() : Optional.of(StreamingCard.show(target, cardId));
    }
}
