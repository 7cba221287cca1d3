package dev.agenthost.im.slack.rendering;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
        return new SlackRendering.Calls(target, placed);
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

    /** Returns the text of a preview: that of the first message; empty for a blank text. */
    public static Optional<PreviewText> previewText(String markdown) {
        List<FormattedText> messages = messages(MarkdownReader.read(markdown));
        boolean isFull = messages.size() > 1;
        return messages.stream()
                .findFirst()
                .map(first -> new PreviewText(first, isFull ? null : StreamText.complete(markdown)));
    }

    /**
     * The text of a preview.
     *
     * @param text what the message shows
     * @param markdown the text as it is streamed; null if the rest of it is in further messages
     */
    public record PreviewText(FormattedText text, @Nullable String markdown) {
        /** Returns true if the rest of the text is in further messages. */
        public boolean isFull() {
            return markdown == null;
        }
    }

    /** Returns the message of a preview. Its key is not that of a message of the part, whose text is complete. */
    public static SlackCall preview(SlackTarget target, FormattedText text) {
        return target.message(text).at(SlackCall.PREVIEW);
    }

    /** Returns the call that replaces the text of a preview. */
    public static SlackCall edit(SlackTarget target, String ts, FormattedText text) {
        return target.edit(ts, text);
    }

    /**
     * Returns the calls of a part in the place of its preview: its first message replaces the text of the preview. A preview that no message
     * replaces is removed (https://docs.slack.dev/reference/methods/chat.delete). Each call keeps its number, whatever the preview was.
     */
    public static List<SlackCall> replacing(String channel, PreviewedMessage preview, List<SlackCall> calls) {
        List<SlackCall> replacing = new ArrayList<>(calls);
        if (calls.isEmpty() || !calls.getFirst().isMessage()) {
            SlackCall removal = new SlackCall(
                    SlackCall.DELETE,
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("channel", channel)
                            .put("ts", preview.ts()));
            replacing.addFirst(preview.isStreamed() ? removal.ofStream() : removal);
            return replacing;
        }
        SlackCall edit = calls.getFirst().asEditOf(preview.ts());
        replacing.set(0, preview.isStreamed() ? edit.ofStream() : edit);
        return replacing;
    }
}
