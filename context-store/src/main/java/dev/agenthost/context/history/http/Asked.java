package dev.agenthost.context.history.http;

import dev.agenthost.context.conversation.ConversationRef;
import dev.agenthost.context.cursor.CursorReading;
import dev.agenthost.context.cursor.Cursors;
import dev.agenthost.context.cursor.Place;
import dev.agenthost.context.text.StoredText;
import dev.agenthost.door.problem.ProblemException;
import dev.agenthost.protocol.failure.FailureCode;
import org.jspecify.annotations.Nullable;

/** What questions about a conversation name; each breach is a 400 that names the field. */
public final class Asked {
    private Asked() {}

    public static ConversationRef conversation(
            String workspaceId, String botId, String conversationId, @Nullable String threadId) {
        return new ConversationRef(
                fitting(workspaceId, "workspace_id"),
                fitting(botId, "bot_id"),
                fitting(conversationId, "conversation_id"),
                threadId == null ? "" : fitting(threadId, "thread_id"));
    }

    /** @return null where no cursor was said */
    static @Nullable Place place(Cursors cursors, ConversationRef conversation, @Nullable String cursor, String field) {
        if (cursor == null) {
            return null;
        }
        return switch (cursors.read(conversation, cursor)) {
            case CursorReading.Valid(Place place) -> place;
            case CursorReading.Foreign() ->
                throw new ProblemException(
                        FailureCode.INVALID_ARGUMENT, "The cursor is not one of this conversation.", field);
        };
    }

    public static String fitting(String text, String field) {
        if (!StoredText.fits(text)) {
            throw new ProblemException(FailureCode.INVALID_ARGUMENT, field + " " + StoredText.WHY + ".", field);
        }
        return text;
    }
}
