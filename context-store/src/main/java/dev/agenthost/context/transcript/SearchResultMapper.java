package dev.agenthost.context.transcript;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.eventlog.TranscriptEntry;
import dev.agenthost.protocol.hostapi.HistorySearchResult;
import dev.agenthost.protocol.hostapi.TranscriptItem;
import java.util.List;

/** What was found as runners see it (spec 000 §8): entries as history shows them, with the place that fits in their metadata. */
public final class SearchResultMapper {
    private final Analysis analysis;
    private final HistoryPageMapper pages;

    public SearchResultMapper(Analysis analysis, HistoryPageMapper pages) {
        this.analysis = analysis;
        this.pages = pages;
    }

    /** How many there are in all is not counted. */
    public HistorySearchResult result(SearchRequest request, List<SearchHit> found) {
        return new HistorySearchResult(
                found.stream().map(one -> item(request, one)).toList(), null, request.said());
    }

    private TranscriptItem item(SearchRequest request, SearchHit found) {
        NumberedEntry numbered = found.entry();
        TranscriptEntry entry = numbered.entry();
        ObjectNode metadata = entry.metadata().deepCopy().put("score", found.score());
        String content = entry.content();
        if (content != null) {
            Snippet snippet = Snippet.of(analysis, content, request.query().lexemes());
            metadata.put("snippet", snippet.text());
            ArrayNode highlights = metadata.putArray("highlights");
            snippet.highlights()
                    .forEach(range -> highlights.addArray().add(range.start()).add(range.end()));
        }
        return pages.item(request.conversation(), new NumberedEntry(numbered.seq(), entry.withMetadata(metadata)));
    }
}
