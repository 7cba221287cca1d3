package dev.agenthost.im.discord.rendering;

import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.delivery.OutboundKind;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Renders a part of an answer as calls of the API: its text, then its questions, edits and reactions, then its files, each in a message of
 * its own. The first message replies to that of the person. Equal parts have equal calls with equal places, so that a send may be continued
 * where it was interrupted.
 */
public final class DiscordRenderer {
    /** Largest file in bytes without a boosted server (https://docs.discord.com/developers/reference#uploading-files). */
    public static final long FILE_BYTES = DiscordFiles.FILE_BYTES;

    private DiscordRenderer() {}

    /** @param reply the part, as an adapter would receive it */
    public static DiscordRendering render(OutboundReply reply) {
        DiscordTarget target = DiscordTarget.of(reply.replyTarget());
        if (target == null) {
            return new DiscordRendering.NotSendable("`reply_target.channel_id` must be an id of a channel.");
        }
        List<DiscordCall> calls = new ArrayList<>();
        for (FormattedText message : DiscordMarkdown.messages(text(reply))) {
            calls.add(place(calls, target).message(message));
        }
        for (OutboundAction action : reply.actions()) {
            DiscordTarget place = place(calls, target);
            calls.addAll(
                    action.action().equals(InteractionRequest.ACTION)
                            ? QuestionComponents.render(place, reply.runId(), action)
                            : DiscordActions.render(place, action));
        }
        for (OutboundArtifact artifact : reply.artifacts()) {
            calls.add(DiscordFiles.render(place(calls, target), artifact));
        }
        List<DiscordCall> placed = new ArrayList<>();
        for (DiscordCall call : calls) {
            placed.add(call instanceof DiscordCall.Post post ? post.at(Integer.toString(placed.size())) : call);
        }
        return new DiscordRendering.Calls(target, placed);
    }

    private static DiscordTarget place(List<DiscordCall> before, DiscordTarget target) {
        return before.isEmpty() ? target : target.further();
    }

    /** Sentences of the host are no Markdown. */
    private static FormattedText text(OutboundReply reply) {
        return reply.kind() == OutboundKind.MESSAGE
                ? MarkdownReader.readWithHeadings(reply.text())
                : FormattedText.plain(reply.text());
    }

    /** Returns the texts of the messages of an answer, of which a preview shows the first; none for a blank text. */
    public static List<FormattedText> messages(String markdown) {
        return DiscordMarkdown.messages(MarkdownReader.readWithHeadings(markdown));
    }

    /** Returns the message of a preview. Its key is not that of a message of the part, whose text is complete. */
    public static DiscordCall.Post preview(DiscordTarget target, FormattedText text) {
        return target.message(text).at(DiscordCall.PREVIEW);
    }

    /** Returns the call that replaces the text of a preview. */
    public static DiscordCall.Edit edit(DiscordTarget target, String messageId, FormattedText text) {
        return target.edit(messageId, text);
    }

    /**
     * Returns the calls of a part in the place of its preview: its first message replaces the text of the preview. A preview that no message
     * of text replaces is removed. Each call keeps its place, whatever the preview was.
     */
    public static List<DiscordCall> replacing(String channel, String previewId, List<DiscordCall> calls) {
        List<DiscordCall> replacing = new ArrayList<>(calls);
        if (!calls.isEmpty()
                && calls.getFirst() instanceof DiscordCall.Post first
                && first.file() == null
                && !first.text().isBlank()) {
            replacing.set(
                    0,
                    new DiscordCall.Edit(
                            channel,
                            previewId,
                            first.text(),
                            first.without(DiscordTarget.REFERENCE).rest(),
                            first));
        } else {
            replacing.addFirst(new DiscordCall.Delete(channel, previewId));
        }
        return replacing;
    }
}
