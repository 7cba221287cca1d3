package dev.agenthost.im.wecom.rendering;

import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.wecom.calls.WeComCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.delivery.OutboundKind;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Renders a part of an answer as messages of an application: its text, then its questions, then its files. Equal parts have equal calls
 * with equal places, so that a send may be continued where it was interrupted. WeCom has no edits of messages of applications and no
 * reactions: they have no call.
 */
public final class WeComRenderer {

    private WeComRenderer() {}

    /** @param reply the part, as an adapter would receive it */
    public static WeComRendering render(OutboundReply reply) {
        WeComTarget target = WeComTarget.of(reply.replyTarget());
        if (target == null) {
            return new WeComRendering.NotSendable("`reply_target` must name the `user_id` of a person.");
        }
        List<WeComCall> calls = new ArrayList<>(WeComTextMessages.of(target, text(reply)));
        for (OutboundAction action : reply.actions()) {
            if (action.action().equals(InteractionRequest.ACTION)) {
                calls.addAll(WeComQuestionCard.render(target, reply.runId(), action));
            }
        }
        for (OutboundArtifact artifact : reply.artifacts()) {
            calls.add(WeComFiles.render(target, artifact));
        }
        return new WeComRendering.Calls(target, placed(calls));
    }

    /** Sentences of the host are no Markdown. */
    private static FormattedText text(OutboundReply reply) {
        return reply.kind() == OutboundKind.MESSAGE
                ? WeComTextMessages.read(reply.text())
                : FormattedText.plain(reply.text());
    }

    private static List<WeComCall> placed(List<WeComCall> calls) {
        List<WeComCall> placed = new ArrayList<>();
        for (WeComCall call : calls) {
            placed.add(call.at(String.valueOf(placed.size())));
        }
        return placed;
    }
}
