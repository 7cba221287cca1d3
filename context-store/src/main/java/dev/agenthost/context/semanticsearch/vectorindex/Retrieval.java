package dev.agenthost.context.semanticsearch.vectorindex;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.semanticsearch.indexing.Embedder;
import dev.agenthost.context.semanticsearch.indexing.EmbeddingException;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBaseRepository;
import dev.agenthost.context.transcript.Analysis;
import dev.agenthost.context.transcript.SearchQuery;
import dev.agenthost.protocol.message.ContentElement;
import dev.agenthost.protocol.store.knowledge.KnowledgePassage;
import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds the passages that match a query best, by meaning and by words, in one order. */
public final class Retrieval {
    /** Multiple of the wanted passages that is requested of each index: the best of both may rank low in each. */
    private static final int WIDER = 4;

    private static final int LEAST = 40;
    /** Time limit of the query's vector; less than a run waits for its passages. */
    private static final Duration EMBEDDING = Duration.ofSeconds(6);

    private static final System.Logger LOG = System.getLogger(Retrieval.class.getName());
    private static final float[] UNKNOWN = new float[0];

    private final EmbedderRegistry embedders;
    private final Analysis analysis;
    private final VectorIndex vectors;
    private final WordIndex words;
    private final PassageRepository passages;

    /** Searches all knowledge bases with one model. */
    public Retrieval(
            KnowledgeBaseRepository bases,
            Embedder embedder,
            Analysis analysis,
            VectorIndex vectors,
            WordIndex words,
            PassageRepository passages) {
        this(EmbedderRegistry.one(bases, embedder), analysis, vectors, words, passages);
    }

    public Retrieval(
            EmbedderRegistry embedders,
            Analysis analysis,
            VectorIndex vectors,
            WordIndex words,
            PassageRepository passages) {
        this.embedders = embedders;
        this.analysis = analysis;
        this.vectors = vectors;
        this.words = words;
        this.passages = passages;
    }

    /** Outcome of a search. */
    public sealed interface Outcome {
        record Found(List<KnowledgePassage> passages) implements Outcome {}

        /** The workspace has no such knowledge base. */
        record NoBase() implements Outcome {}
    }

    public Uni<Outcome> find(RetrievalScope scope, String query, int topK) {
        return embedders
                .of(scope.workspaceId(), scope.kbIds())
                .chain(found -> found.keySet().containsAll(scope.kbIds())
                        ? search(scope, found, query, topK)
                        : Uni.createFrom().item(new Outcome.NoBase()));
    }

    /** The hits by the vectors of one model. */
    private record SemanticHits(String model, float[] query, Fusion.Order<ChunkHit> order) {}

    private Uni<Outcome> search(
            RetrievalScope scope, Map<String, Optional<Embedder>> embedders, String query, int topK) {
        int most = Math.max(LEAST, WIDER * topK);
        Map<String, Embedder> models = new LinkedHashMap<>();
        Map<String, List<String>> basesOf = new LinkedHashMap<>();
        embedders.forEach((kb, whose) -> whose.ifPresent(embedder -> {
            models.putIfAbsent(embedder.model(), embedder);
            basesOf.computeIfAbsent(embedder.model(), any -> new ArrayList<>()).add(kb);
        }));
        Uni<List<SemanticHits>> semanticResults = models.isEmpty()
                ? Uni.createFrom().item(List.of())
                : Uni.join()
                        .all(models.values().stream()
                                .map(embedder -> semanticHits(
                                        embedder,
                                        new RetrievalScope(
                                                scope.workspaceId(),
                                                basesOf.getOrDefault(embedder.model(), List.of()),
                                                scope.filters()),
                                        query,
                                        most))
                                .toList())
                        .andFailFast();
        return Uni.combine()
                .all()
                .unis(semanticResults, words.find(scope, SearchQuery.parse(analysis, query), most))
                .asTuple()
                .chain(both -> {
                    List<Fusion.Ranked<ChunkHit>> best = Fusion.merged(
                            both.getItem1().stream().map(SemanticHits::order).toList(), both.getItem2(), topK);
                    return passages.read(
                                    scope, best.stream().map(Fusion.Ranked::hit).toList())
                            .map(read -> new Outcome.Found(shown(best, read, both.getItem1())));
                });
    }

    private Uni<SemanticHits> semanticHits(Embedder embedder, RetrievalScope scope, String query, int most) {
        double weight = embedder.isOfEveryScript() ? 1 : Fusion.of(query).meaning();
        return vector(embedder, query).chain(vector -> (vector.length == 0
                        ? Uni.createFrom().item(List.<ChunkHit>of())
                        : vectors.nearest(scope, embedder.model(), vector, most))
                .map(hits -> new SemanticHits(embedder.model(), vector, new Fusion.Order<>(hits, weight))));
    }

    /** Makes the query's vector. Empty if it takes too long or fails: then passages are found by words only. */
    private static Uni<float[]> vector(Embedder embedder, String query) {
        return embedder.embed(List.of(query))
                .map(List::getFirst)
                .ifNoItem()
                .after(EMBEDDING)
                .fail()
                .onFailure(why -> why instanceof EmbeddingException || why instanceof TimeoutException)
                .recoverWithItem(why -> {
                    LOG.log(System.Logger.Level.WARNING, "a query is answered by words only: {0}", why.toString());
                    return UNKNOWN;
                });
    }

    private static List<KnowledgePassage> shown(
            List<Fusion.Ranked<ChunkHit>> best,
            List<PassageRepository.Passage> read,
            List<SemanticHits> semanticResults) {
        Map<String, float[]> queries = new HashMap<>();
        semanticResults.forEach(semanticHits -> queries.put(semanticHits.model(), semanticHits.query()));
        Map<ChunkHit, PassageRepository.Passage> byHit =
                read.stream().collect(Collectors.toMap(PassageRepository.Passage::hit, Function.identity()));
        List<KnowledgePassage> shown = new ArrayList<>();
        for (Fusion.Ranked<ChunkHit> ranked : best) {
            PassageRepository.Passage passage = byHit.get(ranked.hit());
            if (passage != null) {
                shown.add(shown(passage, ranked.score(), queries.getOrDefault(passage.embeddedBy(), UNKNOWN)));
            }
        }
        return shown;
    }

    /** Makes the passage; the host's own metadata overrides fields of the document's. */
    private static KnowledgePassage shown(PassageRepository.Passage passage, double score, float[] query) {
        ObjectNode metadata = passage.metadata().deepCopy();
        metadata.put("kb_id", passage.kbId())
                .put("document_id", passage.documentId())
                .put("document_name", passage.filename())
                .put("chunk", passage.hit().index());
        if (!passage.heading().isEmpty()) {
            metadata.put("heading", passage.heading());
        }
        boolean comparable = query.length == passage.vector().length;
        double distance = comparable ? Math.clamp(1 - Vectors.product(query, passage.vector(), 0), 0.0, 2.0) : 1;
        return new KnowledgePassage(
                passage.documentId() + "/" + passage.hit().index(),
                List.of(ContentElement.text(passage.content())),
                metadata,
                rounded(distance),
                rounded(score));
    }

    private static double rounded(double value) {
        return Math.round(value * 1e6) / 1e6;
    }
}
