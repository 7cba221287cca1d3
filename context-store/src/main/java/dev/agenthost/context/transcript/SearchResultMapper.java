package dev.agenthost.context.transcript;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.eventlog.TranscriptEntry;
import dev.agenthost.protocol.hostapi.HistorySearchResult;
import dev.agenthost.protocol.hostapi.TranscriptItem;
import java.util.List;

/** Maps hits to the form for runners (spec 000 §8): entries as in history, with score, snippet and highlights in their metadata. */
public final class SearchResultMapper {
    private final Analysis analysis;
    private final HistoryPageMapper pages;

    public SearchResultMapper(Analysis analysis, HistoryPageMapper pages) {
        this.analysis = analysis;
        this.pages = pages;
    }

    /** Makes the result; hits are not counted in total. */
    public HistorySearchResult result(SearchRequest request, List<SearchHit> found) {
        return new HistorySearchResult(
                found.stream().map(one -> item(request, one)).toList(), null, request.text());
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
