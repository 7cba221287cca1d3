package dev.agenthost.context.history.http;

import dev.agenthost.context.conversation.ConversationRef;
import dev.agenthost.context.cursor.CursorReading;
import dev.agenthost.context.cursor.Cursors;
import dev.agenthost.context.cursor.Place;
import dev.agenthost.context.history.PageRequest;
import dev.agenthost.context.history.Pages;
import dev.agenthost.context.history.Transcripts;
import dev.agenthost.context.text.StoredText;
import dev.agenthost.door.problem.ProblemException;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.hostapi.HistoryPage;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.jspecify.annotations.Nullable;

/** What people's and runners' pages have in common. */
@ApplicationScoped
class PageReader {
    private final Transcripts transcripts;
    private final Cursors cursors;
    private final Pages pages;

    PageReader(Transcripts transcripts, Cursors cursors) {
        this.transcripts = transcripts;
        this.cursors = cursors;
        this.pages = new Pages(cursors);
    }

    static ConversationRef conversation(
            String workspaceId, String botId, String conversationId, @Nullable String threadId) {
        return new ConversationRef(
                fitting(workspaceId, "workspace_id"),
                fitting(botId, "bot_id"),
                fitting(conversationId, "conversation_id"),
                threadId == null ? "" : fitting(threadId, "thread_id"));
    }

    @Nullable
    Place place(ConversationRef conversation, @Nullable String cursor, String field) {
        if (cursor == null || cursor.isEmpty()) {
            return null;
        }
        return switch (cursors.read(conversation, cursor)) {
            case CursorReading.Valid(Place place) -> place;
            case CursorReading.Foreign() ->
                throw new ProblemException(
                        FailureCode.INVALID_ARGUMENT, "The cursor is not one of this conversation.", field);
        };
    }

    Uni<HistoryPage> read(PageRequest request) {
        return transcripts.read(request).map(entries -> pages.page(request, entries));
    }

    private static String fitting(String text, String field) {
        if (!StoredText.fits(text)) {
            throw new ProblemException(FailureCode.INVALID_ARGUMENT, field + " " + StoredText.WHY + ".", field);
        }
        return text;
    }
}
