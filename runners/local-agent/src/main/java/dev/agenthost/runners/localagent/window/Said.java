package dev.agenthost.runners.localagent.window;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.hostapi.TranscriptItem;
import dev.agenthost.protocol.message.Message;
import java.util.Optional;

/**
 * Something that was said in the conversation before.
 *
 * @param seq its place in the transcript
 * @param role {@code user} or {@code assistant}
 */
public record Said(long seq, String eventId, String role, String text) {
    /** Empty for what is no message of either side. */
    static Optional<Said> of(TranscriptItem item) {
        String text = item.content();
        Long seq = item.seq();
        boolean theirs = item.role().equals("user") || item.role().equals("assistant");
        return theirs
                        && seq != null
                        && text != null
                        && !text.isEmpty()
                        && item.itemType().equals("message")
                ? Optional.of(new Said(seq, item.eventId(), item.role(), text))
                : Optional.empty();
    }

    /** @param shown what the model was shown in its place when it was new */
    Message message(String shown) {
        return new Message(role, null, TextNode.valueOf(shown), null, null, null, null);
    }
}
