package dev.agenthost.im.onebot.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.PlainTextRenderer;
import dev.agenthost.im.onebot.calls.OneBotCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.delivery.OutboundKind;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Renders a part of an answer as calls of OneBot: its text, its questions as texts, then its files. Equal parts have equal calls, so that a
 * send may be continued where it was interrupted. OneBot has no edits and no reactions: they have no call.
 */
public final class OneBotRenderer {
    /** Largest file in bytes that is sent (20 MB; assumed: the standard has no limit). */
    public static final long FILE_BYTES = 20_000_000;

    private OneBotRenderer() {}

    /** @param reply the part, as an adapter would receive it */
    public static OneBotRendering render(OutboundReply reply) {
        OneBotTarget target = OneBotTarget.of(reply.replyTarget());
        if (target == null) {
            return new OneBotRendering.NotSendable("`reply_target` must name a `group_id` or a `user_id`.");
        }
        List<OneBotCall> calls = new ArrayList<>(MessageWriter.messages(target, text(reply), true));
        for (OutboundAction action : reply.actions()) {
            question(action)
                    .ifPresent(text ->
                            calls.addAll(MessageWriter.messages(target, FormattedText.plain(text), calls.isEmpty())));
        }
        for (OutboundArtifact artifact : reply.artifacts()) {
            calls.addAll(FileSegments.render(target, artifact));
        }
        return new OneBotRendering.Calls(calls);
    }

    /** Returns the calls that name the file of a call, which cannot be read or is refused. */
    public static List<OneBotCall> withoutFile(OneBotCall call) {
        JsonNode parameters = call.parameters();
        OneBotTarget target = OneBotTarget.of(parameters);
        return call.file() == null || target == null ? List.of(call) : FileSegments.notice(target, call.file());
    }

    /**
     * Returns the plainer calls in the place of a refused one: without the reply, whose message may be recalled, or a message that names
     * the file. Empty if there are none, so that the call stays refused.
     */
    public static Optional<List<OneBotCall>> fallback(OneBotCall call, CallOutcome.Refused refusal) {
        return switch (refusal.code()) {
            case 401, 403, 404 -> Optional.empty();
            default ->
                call.file() != null
                        ? Optional.of(withoutFile(call))
                        : call.replies() ? Optional.of(List.of(call.withoutReply())) : Optional.empty();
        };
    }

    /** Sentences of the host are no Markdown. */
    private static FormattedText text(OutboundReply reply) {
        return reply.kind() == OutboundKind.MESSAGE
                ? PlainTextRenderer.ofMarkdown(reply.text())
                : FormattedText.plain(reply.text());
    }

    /** OneBot has no buttons: a person replies in words. */
    private static Optional<String> question(OutboundAction action) {
        if (!action.action().equals(InteractionRequest.ACTION)) {
            return Optional.empty();
        }
        try {
            return Optional.of(InteractionRequest.read(action.payload()).fallbackText());
        } catch (UndecodableException e) {
            return Optional.empty();
        }
    }
}
