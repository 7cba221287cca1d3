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
 * Searches by words, and if the workspace turned it on also by meaning; merges both orders by reciprocal rank. While the query has no
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
    private final Duration patience;

    /** @param patience time limit of the query's vector: less than a run waits for its search */
    public HybridTranscriptSearch(
            TranscriptSearch words,
            SearchSettingsRepository settings,
            EntryVectorIndex meanings,
            Embedder embedder,
            Duration patience) {
        this.words = words;
        this.settings = settings;
        this.meanings = meanings;
        this.embedder = embedder;
        this.patience = patience;
    }

    @Override
    public Uni<List<SearchHit>> find(SearchRequest request) {
        if (request.isVain()) {
            return words.find(request);
        }
        return settings.find(request.conversation().workspaceId())
                .chain(said -> said.byMeaning() ? both(request) : words.find(request));
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
        return vector(request.said())
                .chain(vector -> vector.length == 0
                        ? Uni.createFrom().item(List.<EntryPosition>of())
                        : meanings.nearest(request, embedder.model(), vector, most));
    }

    private Uni<float[]> vector(String query) {
        return embedder.embed(List.of(query))
                .map(List::getFirst)
                .ifNoItem()
                .after(patience)
                .fail()
                .onFailure(why -> why instanceof EmbeddingException || why instanceof TimeoutException)
                .recoverWithItem(why -> {
                    LOG.log(System.Logger.Level.WARNING, "a search goes by its words alone: {0}", why.toString());
                    return UNKNOWN;
                });
    }

    private Uni<List<SearchHit>> merged(SearchRequest request, List<SearchHit> byWords, List<EntryPosition> byMeaning) {
        Map<EntryPosition, NumberedEntry> known = new HashMap<>();
        List<EntryPosition> order = new ArrayList<>();
        for (SearchHit found : byWords) {
            EntryPosition place = new EntryPosition(found.entry().seq());
            known.put(place, found.entry());
            order.add(place);
        }
        List<Fusion.Weighed<EntryPosition>> best = Fusion.of(request.said()).of(byMeaning, order, request.topK());
        List<EntryPosition> missing = best.stream()
                .map(Fusion.Weighed::hit)
                .filter(place -> !known.containsKey(place))
                .toList();
        Uni<List<NumberedEntry>> read =
                missing.isEmpty() ? Uni.createFrom().item(List.of()) : meanings.read(request.conversation(), missing);
        return read.map(entries -> {
            entries.forEach(entry -> known.put(new EntryPosition(entry.seq()), entry));
            return shown(best, known);
        });
    }

    /** Makes the hits; leaves out entries that were deleted meanwhile. */
    private static List<SearchHit> shown(
            List<Fusion.Weighed<EntryPosition>> best, Map<EntryPosition, NumberedEntry> known) {
        List<SearchHit> found = new ArrayList<>();
        for (Fusion.Weighed<EntryPosition> weighed : best) {
            NumberedEntry entry = known.get(weighed.hit());
            if (entry != null) {
                found.add(new SearchHit(entry, weighed.score()));
            }
        }
        return found;
    }

    private static List<SearchHit> first(List<SearchHit> found, int most) {
        return found.subList(0, Math.min(most, found.size()));
    }
}
