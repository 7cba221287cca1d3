package dev.agenthost.context.semanticsearch.transcript;

import dev.agenthost.context.semanticsearch.indexing.Embedder;
import dev.agenthost.context.semanticsearch.indexing.EmbeddingException;
import dev.agenthost.context.semanticsearch.vectorindex.Fusion;
import dev.agenthost.context.transcript.NumberedEntry;
import dev.agenthost.context.transcript.SearchHit;
import dev.agenthost.context.transcript.SearchRequest;
import dev.agenthost.context.transcript.TranscriptSearch;
import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Searches by words, and by meaning if the workspace turned it on; merges both orders by reciprocal rank. While the query has no
 * vector, it searches by words only.
 */
public final class HybridTranscriptSearch implements TranscriptSearch {
    /** Multiple of the wanted entries that is requested of each order: the best of both may rank low in each. */
    private static final int WIDER = 2;

    private static final int LEAST = 40;
    private static final float[] UNKNOWN = new float[0];
    private static final System.Logger LOG = System.getLogger(HybridTranscriptSearch.class.getName());

    private final TranscriptSearch words;
    private final SearchSettingsRepository settings;
    private final EntryVectorIndex meanings;
    private final Embedder embedder;
    private final Duration timeout;

    /** @param timeout time limit of the query's vector: less than a run waits for its search */
    public HybridTranscriptSearch(
            TranscriptSearch words,
            SearchSettingsRepository settings,
            EntryVectorIndex meanings,
            Embedder embedder,
            Duration timeout) {
        this.words = words;
        this.settings = settings;
        this.meanings = meanings;
        this.embedder = embedder;
        this.timeout = timeout;
    }

    @Override
    public Uni<List<SearchHit>> find(SearchRequest request) {
        if (request.isEmpty()) {
            return words.find(request);
        }
        return settings.find(request.conversation().workspaceId())
                .chain(stored -> stored.byMeaning() ? both(request) : words.find(request));
    }

    private Uni<List<SearchHit>> both(SearchRequest request) {
        int most = Math.max(LEAST, WIDER * request.topK());
        return Uni.combine()
                .all()
                .unis(words.find(request.atMost(most)), nearest(request, most))
                .asTuple()
                .chain(orders -> orders.getItem2().isEmpty()
                        ? Uni.createFrom().item(first(orders.getItem1(), request.topK()))
                        : merged(request, orders.getItem1(), orders.getItem2()));
    }

    private Uni<List<EntryPosition>> nearest(SearchRequest request, int most) {
        return vector(request.text())
                .chain(vector -> vector.length == 0
                        ? Uni.createFrom().item(List.<EntryPosition>of())
                        : meanings.nearest(request, embedder.model(), vector, most));
    }

    private Uni<float[]> vector(String query) {
        return embedder.embed(List.of(query))
                .map(List::getFirst)
                .ifNoItem()
                .after(timeout)
                .fail()
                .onFailure(why -> why instanceof EmbeddingException || why instanceof TimeoutException)
                .recoverWithItem(why -> {
                    LOG.log(System.Logger.Level.WARNING, "a search uses words only: {0}", why.toString());
                    return UNKNOWN;
                });
    }

    private Uni<List<SearchHit>> merged(SearchRequest request, List<SearchHit> byWords, List<EntryPosition> byMeaning) {
        Map<EntryPosition, NumberedEntry> known = new HashMap<>();
        List<EntryPosition> order = new ArrayList<>();
        for (SearchHit found : byWords) {
            EntryPosition position = new EntryPosition(found.entry().seq());
            known.put(position, found.entry());
            order.add(position);
        }
        List<Fusion.Ranked<EntryPosition>> best = Fusion.of(request.text()).of(byMeaning, order, request.topK());
        List<EntryPosition> missing = best.stream()
                .map(Fusion.Ranked::hit)
                .filter(position -> !known.containsKey(position))
                .toList();
        Uni<List<NumberedEntry>> read =
                missing.isEmpty() ? Uni.createFrom().item(List.of()) : meanings.read(request.conversation(), missing);
        return read.map(entries -> {
            entries.forEach(entry -> known.put(new EntryPosition(entry.seq()), entry));
            return hits(best, known);
        });
    }

    /** Makes the hits; leaves out entries that were deleted meanwhile. */
    private static List<SearchHit> hits(
            List<Fusion.Ranked<EntryPosition>> best, Map<EntryPosition, NumberedEntry> known) {
        List<SearchHit> found = new ArrayList<>();
        for (Fusion.Ranked<EntryPosition> ranked : best) {
            NumberedEntry entry = known.get(ranked.hit());
            if (entry != null) {
                found.add(new SearchHit(entry, ranked.score()));
            }
        }
        return found;
    }

    private static List<SearchHit> first(List<SearchHit> found, int most) {
        return found.subList(0, Math.min(most, found.size()));
    }
}
