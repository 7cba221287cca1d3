package dev.agenthost.im.dingtalk.rendering;

import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import dev.agenthost.im.dingtalk.calls.DingTalkRobot;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.delivery.OutboundKind;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Renders a part of an answer as calls of the API: its text, then its questions, then its files. Equal parts have equal calls with equal
 * places, so that a send may be continued where it was interrupted. DingTalk has no edits of messages and no reactions: they have no call.
 */
public final class DingTalkRenderer {
    private DingTalkRenderer() {}

    /** @param reply the part, as an adapter would receive it */
    public static DingTalkRendering render(OutboundReply reply, DingTalkRobot robot) {
        DingTalkTarget target = DingTalkTarget.of(reply.replyTarget());
        if (target == null) {
            return new DingTalkRendering.NotSendable(
                    "`reply_target` must name an `open_conversation_id` or a `user_id`.");
        }
        List<DingTalkCall> calls = new ArrayList<>(DingTalkMessages.of(target, robot, text(reply)));
        for (OutboundAction action : reply.actions()) {
            if (action.action().equals(InteractionRequest.ACTION)) {
                calls.addAll(DingTalkQuestionCard.render(target, robot, reply.runId(), action));
            }
        }
        for (OutboundArtifact artifact : reply.artifacts()) {
            calls.add(DingTalkFiles.render(target, robot, artifact));
        }
        return new DingTalkRendering.Calls(target, placed(calls, ""));
    }

    /** Sentences of the host are no Markdown. */
    static FormattedText text(OutboundReply reply) {
        return reply.kind() == OutboundKind.MESSAGE
                ? DingTalkMessages.read(reply.text())
                : FormattedText.plain(reply.text());
    }

    static List<DingTalkCall> placed(List<DingTalkCall> calls, String prefix) {
        List<DingTalkCall> placed = new ArrayList<>();
        for (DingTalkCall call : calls) {
            placed.add(call.at(prefix + placed.size()));
        }
        return placed;
    }
}
