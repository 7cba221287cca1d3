package dev.agenthost.context.transcript;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.TranscriptPosition;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.store.history.HistoryDirection;
import org.jspecify.annotations.Nullable;

/**
 * A page of a transcript.
 *
 * @param before only entries before it
 * @param after only entries after it
 * @param limit 1 to {@value #MOST} entries
 */
public record TranscriptPageRequest(
        ConversationRef conversation,
        @Nullable TranscriptPosition before,
        @Nullable TranscriptPosition after,
        int limit,
        HistoryDirection direction) {
    /** The most entries of a page. */
    public static final int MOST = 100;

    public TranscriptPageRequest {
        if (limit < 1 || limit > MOST) {
            throw new IllegalArgumentException("limit");
        }
    }

    /** Returns the event in whose view the page is read, which following pages keep; null for the whole transcript. */
    public @Nullable EventId input() {
        EventId input = before == null ? null : before.input();
        return input != null || after == null ? input : after.input();
    }

    /** Returns the exclusive lower limit of the page's numbers. */
    public long above() {
        return after == null ? 0 : after.start();
    }

    /** Returns the exclusive upper limit of the page's numbers. */
    public long below() {
        return before == null ? Long.MAX_VALUE : before.end();
    }
}
