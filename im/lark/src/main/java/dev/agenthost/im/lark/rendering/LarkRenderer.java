package dev.agenthost.im.lark.rendering;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.lark.calls.LarkCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.delivery.OutboundKind;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Renders a part of an answer as calls of the Open Platform: its text, then its questions, edits and reactions, then its files. Equal parts
 * have equal calls with equal places, so that a send may be continued where it was interrupted.
 */
public final class LarkRenderer {
    private LarkRenderer() {}

    /** @param reply the part, as an adapter would receive it */
    public static LarkRendering render(OutboundReply reply) {
        LarkTarget target = LarkTarget.of(reply.replyTarget());
        if (target == null) {
            return new LarkRendering.NotSendable("`reply_target.chat_id` must be an id of a chat.");
        }
        List<LarkCall> calls = new ArrayList<>();
        for (ObjectNode card : cards(reply)) {
            calls.add(target.card(card, calls.isEmpty()));
        }
        for (OutboundAction action : reply.actions()) {
            if (action.action().equals(InteractionRequest.ACTION)) {
                calls.addAll(QuestionCard.render(target, reply.runId(), action, calls.isEmpty()));
            } else {
                calls.addAll(LarkActions.render(target, action));
            }
        }
        for (OutboundArtifact artifact : reply.artifacts()) {
            calls.add(FileMessage.render(target, artifact));
        }
        List<LarkCall> placed = new ArrayList<>();
        for (LarkCall call : calls) {
            placed.add(call.at(Integer.toString(placed.size())));
        }
        return new LarkRendering.Calls(target.chatId(), placed);
    }

    /**
     * Returns the calls of a part in the place of its preview: its first message replaces the content of the card. A preview that no message
     * replaces is removed.
     *
     * @param sequence greater than that of each call on the card
     */
    public static List<LarkCall> replacing(String messageId, String cardId, int sequence, List<LarkCall> calls) {
        List<LarkCall> replacing = new ArrayList<>(calls);
        boolean hasCard = !calls.isEmpty()
                && calls.getFirst().isMessage()
                && calls.getFirst().body().path("msg_type").asText().equals(LarkTarget.CARD);
        if (hasCard) {
            replacing.set(0, calls.getFirst().onCard(messageId, cardId, sequence));
        } else {
            replacing.addFirst(LarkTarget.removal(messageId));
        }
        return replacing;
    }

    /** Sentences of the host are no Markdown. */
    private static List<ObjectNode> cards(OutboundReply reply) {
        return reply.kind() == OutboundKind.MESSAGE ? markdown(reply.text()) : plain(reply.text());
    }

    static List<ObjectNode> markdown(String text) {
        return CardMarkdown.texts(text, 0).stream().map(LarkCards::markdown).toList();
    }

    static List<ObjectNode> plain(String text) {
        return CardMarkdown.plainTexts(text, 0).stream().map(LarkCards::plain).toList();
    }
}
