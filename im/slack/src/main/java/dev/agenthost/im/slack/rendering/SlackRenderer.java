package dev.agenthost.im.slack.rendering;

import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.chat.text.TextSplitter;
import dev.agenthost.im.slack.calls.SlackCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.delivery.OutboundKind;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Renders a part of an answer as calls of the Web API: its text, then its questions, edits and reactions, then its files. Equal parts have
 * equal calls with equal places, so that a send may be continued where it was interrupted.
 */
public final class SlackRenderer {
    /** Characters that Slack recommends at most (https://docs.slack.dev/reference/methods/chat.postMessage#truncating). */
    public static final int MESSAGE_CHARS = 4_000;

    private SlackRenderer() {}

    /** @param reply the part, as an adapter would receive it */
    public static SlackRendering render(OutboundReply reply) {
        SlackTarget target = SlackTarget.of(reply.replyTarget());
        if (target == null) {
            return new SlackRendering.NotSendable("`reply_target.channel` must be an id of a channel.");
        }
        List<SlackCall> calls = new ArrayList<>();
        for (FormattedText message : messages(text(reply))) {
            calls.add(target.message(message));
        }
        for (OutboundAction action : reply.actions()) {
            if (action.action().equals(InteractionRequest.ACTION)) {
                calls.addAll(QuestionBlocks.render(target, reply.runId(), action));
            } else {
                calls.addAll(SlackActions.render(target, action));
            }
        }
        for (OutboundArtifact artifact : reply.artifacts()) {
            calls.add(target.file(artifact));
        }
        List<SlackCall> placed = new ArrayList<>();
        for (SlackCall call : calls) {
            placed.add(call.at(Integer.toString(placed.size())));
        }
        return new SlackRendering.Calls(target.channel(), placed);
    }

    /** Sentences of the host are no Markdown. */
    private static FormattedText text(OutboundReply reply) {
        return reply.kind() == OutboundKind.MESSAGE
                ? MarkdownReader.read(reply.text())
                : FormattedText.plain(reply.text());
    }

    static List<FormattedText> messages(FormattedText text) {
        return TextSplitter.split(text, MESSAGE_CHARS);
    }
}
