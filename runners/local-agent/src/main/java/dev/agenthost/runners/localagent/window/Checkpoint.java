package dev.agenthost.runners.localagent.window;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.message.Message;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A summary of the conversation up to an entry, sent to the model in place of the messages.
 *
 * @param throughSeq the last entry of the transcript that it covers
 */
public record Checkpoint(String summary, long throughSeq) {
    /** Parses a stored checkpoint; empty for a value that {@link #json()} never writes. */
    public static Optional<Checkpoint> read(@Nullable JsonNode kept) {
        return kept != null
                        && kept.path("summary").isTextual()
                        && kept.path("through_seq").canConvertToLong()
                ? Optional.of(new Checkpoint(
                        kept.path("summary").textValue(),
                        kept.path("through_seq").longValue()))
                : Optional.empty();
    }

    public ObjectNode json() {
        return JsonNodeFactory.instance.objectNode().put("summary", summary).put("through_seq", throughSeq);
    }

    /** The checkpoint as a message with at most this number of characters of the summary. */
    Message within(int characters) {
        if (summary.length() <= characters) {
            return message();
        }
        int end = characters > 0 && Character.isHighSurrogate(summary.charAt(characters - 1))
                ? characters - 1
                : characters;
        return new Checkpoint(summary.substring(0, end), throughSeq).message();
    }

    Message message() {
        String text = "Summary of the earlier conversation:\n" + summary;
        return new Message("system", null, TextNode.valueOf(text), null, null, null, null);
    }
}
