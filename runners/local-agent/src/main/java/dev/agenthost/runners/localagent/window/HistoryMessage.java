package dev.agenthost.runners.localagent.window;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.hostapi.TranscriptItem;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.runners.localagent.picture.MessageAttachments;
import dev.agenthost.runners.localagent.picture.VisibleImages;
import java.util.Objects;
import java.util.Optional;

/**
 * An earlier message of the conversation.
 *
 * @param seq its place in the transcript
 * @param role {@code user} or {@code assistant}
 * @param attached its images and references
 */
public record HistoryMessage(long seq, String eventId, String role, String text, MessageAttachments attached) {
    private static final String PERSON = "user";

    /** Words alone. */
    public HistoryMessage(long seq, String eventId, String role, String text) {
        this(seq, eventId, role, text, MessageAttachments.nothing());
    }

    /** The message of a transcript item; empty if the item is no message of a user or an assistant. */
    static Optional<HistoryMessage> of(TranscriptItem item) {
        String text = Objects.requireNonNullElse(item.content(), "");
        Long seq = item.seq();
        boolean theirs = item.role().equals(PERSON) || item.role().equals("assistant");
        MessageAttachments attached =
                item.role().equals(PERSON) ? MessageAttachments.of(item) : MessageAttachments.nothing();
        return theirs
                        && seq != null
                        && !(text.isEmpty() && attached.isEmpty())
                        && item.itemType().equals("message")
                ? Optional.of(new HistoryMessage(seq, item.eventId(), item.role(), text, attached))
                : Optional.empty();
    }

    /** @param shown the text that the model received for it when it was new */
    Message message(String shown, VisibleImages sight) {
        return role.equals(PERSON) ? attached.message(shown, sight) : words(shown);
    }

    /** Words alone, in its role. */
    Message words(String some) {
        return new Message(role, null, TextNode.valueOf(some), null, null, null, null);
    }
}
