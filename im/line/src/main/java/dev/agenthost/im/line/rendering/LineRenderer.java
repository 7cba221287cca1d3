package dev.agenthost.im.line.rendering;

import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.PlainTextRenderer;
import dev.agenthost.im.chat.text.TextShortener;
import dev.agenthost.im.line.calls.LineMessageObject;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.delivery.OutboundKind;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Renders a part of an answer as pushes of messages: its text, then its questions, then the names of its files. Equal parts have equal calls
 * with equal places, so that a send may be continued where it was interrupted. LINE has no markup, no edits and no reactions, and takes no
 * files: a message with one has its public address
 * (https://developers.line.biz/en/reference/messaging-api/#image-message), which the host does not give.
 */
public final class LineRenderer {
    private static final int LONGEST_NAME = 100;

    private LineRenderer() {}

    /** @param reply the part, as an adapter would receive it */
    public static LineRendering render(OutboundReply reply) {
        LineTarget target = LineTarget.of(reply.replyTarget());
        if (target == null) {
            return new LineRendering.NotSendable(
                    "`reply_target` must name a `group_id`, a `room_id` or a `user_id` of LINE.");
        }
        List<LineMessageObject> messages = new ArrayList<>(
                target.quote() == null ? LineTexts.of(text(reply)) : LineTexts.quoting(target.quote(), text(reply)));
        for (OutboundAction action : reply.actions()) {
            if (action.action().equals(InteractionRequest.ACTION)) {
                messages.addAll(LineQuestion.render(reply.runId(), action));
            }
        }
        for (OutboundArtifact artifact : reply.artifacts()) {
            messages.addAll(LineTexts.of(FormattedText.plain(notice(artifact))));
        }
        return new LineRendering.Calls(target, LinePushes.of(target.to(), "", messages));
    }

    /** Sentences of the host are no Markdown. */
    private static FormattedText text(OutboundReply reply) {
        return reply.kind() == OutboundKind.MESSAGE
                ? PlainTextRenderer.ofMarkdown(reply.text())
                : FormattedText.plain(reply.text());
    }

    private static String notice(OutboundArtifact artifact) {
        String name = artifact.name() == null ? artifact.artifactType() : artifact.name();
        return "The file " + TextShortener.shorten(name, LONGEST_NAME)
                + " is ready, but files cannot be sent to this chat.";
    }
}
