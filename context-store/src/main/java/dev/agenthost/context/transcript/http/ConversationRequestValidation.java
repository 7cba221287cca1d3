package dev.agenthost.context.transcript.http;

import dev.agenthost.context.common.StoredText;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.CursorValidation;
import dev.agenthost.context.eventlog.Cursors;
import dev.agenthost.context.eventlog.TranscriptPosition;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import org.jspecify.annotations.Nullable;

/** Checks requests about conversations; each breach is a 400 that names the field. */
public final class ConversationRequestValidation {
    private ConversationRequestValidation() {}

    public static ConversationRef conversation(
            String workspaceId, String botId, String conversationId, @Nullable String threadId) {
        return new ConversationRef(
                fitting(workspaceId, "workspace_id"),
                fitting(botId, "bot_id"),
                fitting(conversationId, "conversation_id"),
                threadId == null ? "" : fitting(threadId, "thread_id"));
    }

    /** @return null without a cursor */
    static @Nullable TranscriptPosition position(
            Cursors cursors, ConversationRef conversation, @Nullable String cursor, String field) {
        if (cursor == null) {
            return null;
        }
        return switch (cursors.read(conversation, cursor)) {
            case CursorValidation.Valid(TranscriptPosition position) -> position;
            case CursorValidation.Invalid() ->
                throw new ProblemException(
                        FailureCode.INVALID_ARGUMENT, "The cursor is not of this conversation.", field);
        };
    }

    public static String fitting(String text, String field) {
        if (!StoredText.fits(text)) {
            throw new ProblemException(FailureCode.INVALID_ARGUMENT, field + " " + StoredText.WHY + ".", field);
        }
        return text;
    }
}
