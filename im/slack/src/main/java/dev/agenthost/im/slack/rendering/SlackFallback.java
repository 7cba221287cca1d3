package dev.agenthost.im.slack.rendering;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.slack.calls.SlackAnswer;
import dev.agenthost.im.slack.calls.SlackCall;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The plainer calls in the place of one that Slack refused.
 *
 * <pre>
 *  message in a thread refused ──► message in the channel
 *  marked text refused ──► text without marks
 *  file refused ──► message that names the file
 *  edit of a preview refused ──► message
 *  deletion refused ──► nothing
 * </pre>
 */
public final class SlackFallback {
    /** The code of a file that is not there any more. */
    public static final int GONE = 410;

    private SlackFallback() {}

    /** Returns the calls to make instead, in order; empty if there are none, so that the call stays refused. They end: each is plainer. */
    public static Optional<List<SlackCall>> of(SlackCall call, CallOutcome.Refused refusal) {
        if (refusal.code() == SlackAnswer.NO_THREAD && call.thread() != null) {
            return Optional.of(List.of(call.withoutThread()));
        }
        if (call.file() != null) {
            return isOfBot(refusal.code()) ? Optional.empty() : Optional.of(List.of(named(call)));
        }
        if (call.method().equals(SlackCall.DELETE)) {
            return Optional.of(List.of());
        }
        FormattedText text = call.text();
        boolean isRefusedEdit = call.method().equals(SlackCall.UPDATE) && refusal.code() == SlackAnswer.REFUSED;
        if (isRefusedEdit && call.hasKey() && text != null) {
            return Optional.of(List.of(asMessage(call, text)));
        }
        return refusal.code() == SlackAnswer.INVALID_BLOCKS
                        && text != null
                        && !text.entities().isEmpty()
                ? Optional.of(List.of(call.with(FormattedText.plain(text.text()))))
                : Optional.empty();
    }

    /** Returns the message that an edit stands for. */
    private static SlackCall asMessage(SlackCall edit, FormattedText text) {
        ArrayNode blocks = JsonNodeFactory.instance.arrayNode();
        edit.parameters().path(SlackCall.BLOCKS).forEach(blocks::add);
        return new SlackTarget(edit.channel(), edit.thread())
                .message(text, blocks)
                .at(String.valueOf(edit.place()));
    }

    /** Returns true for a code that a message would be refused with, too. */
    private static boolean isOfBot(int code) {
        return code == SlackAnswer.UNAUTHORIZED || code == SlackAnswer.NO_THREAD;
    }

    /** Returns a message that names the file of a call instead of showing it. */
    public static SlackCall named(SlackCall call) {
        OutboundArtifact file = Objects.requireNonNull(call.file());
        String name = file.name() == null ? file.artifactType() : file.name();
        SlackTarget target = new SlackTarget(call.channel(), call.thread());
        return target.message(
                        FormattedText.plain("The file " + name + " is ready, but files cannot be sent to this chat."))
                .at(call.place() + ".named");
    }
}
