package dev.agenthost.context.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.Cursors;
import dev.agenthost.context.eventlog.TranscriptEntry;
import dev.agenthost.context.eventlog.TranscriptPosition;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.hostapi.TranscriptItem;
import dev.agenthost.protocol.id.EventId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Maps entries to a page for people and runners (spec 000 §8). */
public final class HistoryPageMapper {
    private final Cursors cursors;

    public HistoryPageMapper(Cursors cursors) {
        this.cursors = cursors;
    }

    /** @param found in the direction of the request */
    public HistoryPage page(TranscriptPageRequest request, Slice<NumberedEntry> found) {
        List<TranscriptItem> items = found.items().stream()
                .map(entry -> item(request.conversation(), entry, request.input()))
                .toList();
        return new HistoryPage(
                items,
                found.hasMore() ? items.getLast().cursor() : null,
                items.isEmpty() ? null : items.getFirst().cursor(),
                found.hasMore(),
                null);
    }

    /** Maps one entry of the conversation. */
    public TranscriptItem item(ConversationRef conversation, NumberedEntry numbered) {
        return item(conversation, numbered, null);
    }

    private TranscriptItem item(ConversationRef conversation, NumberedEntry numbered, @Nullable EventId input) {
        TranscriptEntry entry = numbered.entry();
        List<JsonNode> attached = new ArrayList<>();
        entry.artifactRefs().forEach(attached::add);
        return new TranscriptItem(
                entry.transcriptId().toString(),
                entry.eventId(),
                conversation.conversationId(),
                conversation.threadId().isEmpty() ? null : conversation.threadId(),
                entry.role(),
                entry.itemType(),
                entry.content(),
                entry.contentJson(),
                attached,
                numbered.seq(),
                cursors.sign(conversation, TranscriptPosition.at(numbered.seq()).of(input)),
                entry.at().getEpochSecond(),
                entry.metadata());
    }
}
