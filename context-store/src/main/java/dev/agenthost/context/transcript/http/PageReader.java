package dev.agenthost.context.transcript.http;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.Cursors;
import dev.agenthost.context.eventlog.TranscriptPosition;
import dev.agenthost.context.transcript.HistoryPageMapper;
import dev.agenthost.context.transcript.TranscriptPageRequest;
import dev.agenthost.context.transcript.TranscriptRepository;
import dev.agenthost.protocol.hostapi.HistoryPage;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.jspecify.annotations.Nullable;

/** Reads pages of transcripts for people and for runners. */
@ApplicationScoped
class PageReader {
    private final TranscriptRepository transcripts;
    private final Cursors cursors;
    private final HistoryPageMapper pages;

    PageReader(TranscriptRepository transcripts, Cursors cursors) {
        this.transcripts = transcripts;
        this.cursors = cursors;
        this.pages = new HistoryPageMapper(cursors);
    }

    @Nullable
    TranscriptPosition place(ConversationRef conversation, @Nullable String cursor, String field) {
        return ConversationRequestValidation.position(cursors, conversation, cursor, field);
    }

    Uni<HistoryPage> read(TranscriptPageRequest request) {
        return transcripts.read(request).map(entries -> pages.page(request, entries));
    }
}
