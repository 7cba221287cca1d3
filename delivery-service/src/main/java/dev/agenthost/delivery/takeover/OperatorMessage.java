package dev.agenthost.delivery.takeover;

import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.event.EventLimits;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunIds;
import org.jspecify.annotations.Nullable;

/**
 * A message of an operator, which is sent as a part of an answer is.
 *
 * @param messageId the operator's own id: a repetition sends nothing
 */
public record OperatorMessage(String messageId, String text) {
    /** Longest text, in characters. */
    public static final int TEXT_CHARS = 32 * 1024;

    /** No adapter can have it. */
    private static final String SOURCE = "host:operator";

    public OperatorMessage {
        if (text.length() > TEXT_CHARS) {
            throw new InvalidFieldException("text", "must have at most " + TEXT_CHARS + " characters");
        }
    }

    /** @throws InvalidFieldException if a value is missing or too long */
    public static OperatorMessage of(@Nullable String messageId, @Nullable String text) {
        if (messageId == null
                || messageId.isBlank()
                || messageId.length() > EventLimits.ID_CHARS
                || messageId.indexOf('\u0000') >= 0) {
            throw new InvalidFieldException(
                    "message_id", "is required: 1 to " + EventLimits.ID_CHARS + " plain characters");
        }
        if (text == null || text.isBlank() || text.indexOf('\u0000') >= 0) {
            throw new InvalidFieldException("text", "is required and must not be blank or contain U+0000");
        }
        return new OperatorMessage(messageId, text);
    }

    /** Returns the id that the message has in place of a run's, the same for each repetition. */
    public RunId sendId(ConversationAddress conversation) {
        String workspace = conversation.workspaceId();
        String id = conversation.key().value() + "/" + messageId;
        return RunIds.of(workspace, EventIds.of(workspace, SOURCE, conversation.botId(), id), 0);
    }
}
