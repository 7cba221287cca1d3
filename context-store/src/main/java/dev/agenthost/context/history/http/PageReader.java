package dev.agenthost.context.history.http;

import dev.agenthost.context.conversation.ConversationRef;
import dev.agenthost.context.cursor.Cursors;
import dev.agenthost.context.cursor.Place;
import dev.agenthost.context.history.PageRequest;
import dev.agenthost.context.history.Pages;
import dev.agenthost.context.history.Transcripts;
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

    @Nullable
    Place place(ConversationRef conversation, @Nullable String cursor, String field) {
        return Asked.place(cursors, conversation, cursor, field);
    }

    Uni<HistoryPage> read(PageRequest request) {
        return transcripts.read(request).map(entries -> pages.page(request, entries));
    }
}
