package dev.agenthost.runners.localagent.window;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.hostapi.TranscriptItem;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.runners.localagent.picture.Attached;
import dev.agenthost.runners.localagent.picture.Sight;
import java.util.Objects;
import java.util.Optional;

/**
 * Something that was said in the conversation before.
 *
 * @param seq its place in the transcript
 * @param role {@code user} or {@code assistant}
 * @param attached what came with it beside the words
 */
public record Said(long seq, String eventId, String role, String text, Attached attached) {
    private static final String PERSON = "user";

    /** Words alone. */
    public Said(long seq, String eventId, String role, String text) {
        this(seq, eventId, role, text, Attached.nothing());
    }

    /** Empty for what is no message of either side. */
    static Optional<Said> of(TranscriptItem item) {
        String text = Objects.requireNonNullElse(item.content(), "");
        Long seq = item.seq();
        boolean theirs = item.role().equals(PERSON) || item.role().equals("assistant");
        Attached attached = item.role().equals(PERSON) ? Attached.of(item) : Attached.nothing();
        return theirs
                        && seq != null
                        && !(text.isEmpty() && attached.isEmpty())
                        && item.itemType().equals("message")
                ? Optional.of(new Said(seq, item.eventId(), item.role(), text, attached))
                : Optional.empty();
    }

    /** @param shown what the model was shown in its place when it was new */
    Message message(String shown, Sight sight) {
        return role.equals(PERSON) ? attached.message(shown, sight) : words(shown);
    }

    /** Words alone, in its role. */
    Message words(String some) {
        return new Message(role, null, TextNode.valueOf(some), null, null, null, null);
    }
}
