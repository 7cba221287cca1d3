package dev.agenthost.context.semanticsearch.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.semanticsearch.indexing.Embedder;
import dev.agenthost.context.semanticsearch.indexing.Indexer;
import dev.agenthost.context.semanticsearch.indexing.PlainText;
import dev.agenthost.context.semanticsearch.indexing.TextExtractorRegistry;
import dev.agenthost.context.semanticsearch.knowledge.ChunkSizes;
import dev.agenthost.context.semanticsearch.knowledge.Document;
import dev.agenthost.context.semanticsearch.knowledge.DocumentContent;
import dev.agenthost.context.semanticsearch.knowledge.DocumentKind;
import dev.agenthost.context.semanticsearch.knowledge.DocumentUpload;
import dev.agenthost.context.semanticsearch.knowledge.DocumentWriteOutcome;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBase;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeQuota;
import dev.agenthost.context.semanticsearch.knowledge.NewDocument;
import dev.agenthost.context.semanticsearch.vectorindex.BruteForceVectorIndex;
import dev.agenthost.context.semanticsearch.vectorindex.Retrieval;
import dev.agenthost.context.semanticsearch.vectorindex.RetrievalScope;
import dev.agenthost.context.semanticsearch.vectorindex.VectorCache;
import dev.agenthost.context.transcript.Analysis;
import dev.agenthost.context.transcript.lucene.LuceneAnalysis;
import dev.agenthost.protocol.store.knowledge.KnowledgePassage;
import io.smallrye.mutiny.Uni;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A knowledge base in a database, with an embedding model that records its requests. */
abstract class IndexingFixture {
    /** Chunks that are embedded at once. */
    static final int AT_ONCE = 16;

    static final KnowledgeQuota QUOTA = new KnowledgeQuota(100_000, 2_000);
    static final Duration LONG = Duration.ofMinutes(5);
    static final long GIBI = 1L << 30;
    static final AtomicInteger NUMBER = new AtomicInteger();
    static Database database;
    final Analysis analysis = new LuceneAnalysis();
    final Model model = new Model();
    PostgresKnowledgeBaseRepository bases;
    PostgresDocumentRepository documents;
    String kb;

    @BeforeAll
    static void aDatabase() {
        database = new Database();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void aKnowledgeBase() {
        await(database.pool()
                .query("truncate context.knowledge_bases, context.knowledge_contents, context.knowledge_turns cascade")
                .execute());
        bases = KnowledgeChanges.bases(database.pool());
        documents = new PostgresDocumentRepository(database.pool(), QUOTA);
        kb = "kb-" + NUMBER.incrementAndGet();
        await(bases.create(
                new KnowledgeBase("w", kb, "Name", null, KnowledgeBase.IN_PROCESS, new ChunkSizes(100, 0), 1),
                KnowledgeChanges.change()));
    }

    void index(Duration term) {
        Indexer indexer = indexer(term);
        int rounds = 0;
        while (indexer.next() && rounds++ < 100) {
            // Runs until no document waits.
        }
    }

    Indexer indexer(Duration term) {
        TextExtractorRegistry readers =
                new TextExtractorRegistry(Map.of(DocumentKind.TEXT, new PlainText()), Duration.ofSeconds(20));
        return new Indexer(new PostgresIndexingTaskRepository(database.pool(), term, QUOTA), readers, model, analysis);
    }

    List<KnowledgePassage> find(String query) {
        PostgresPassageRepository passages = new PostgresPassageRepository(database.pool());
        BruteForceVectorIndex vectors = new BruteForceVectorIndex(
                new PostgresVectorRepository(database.pool()), new VectorCache(1_000_000), Runnable::run);
        Retrieval retrieval = new Retrieval(bases, model, analysis, vectors, passages, passages);
        RetrievalScope scope = new RetrievalScope("w", List.of(kb), JsonNodeFactory.instance.objectNode());
        return ((Retrieval.Outcome.Found) await(retrieval.find(scope, query, 5))).passages();
    }

    void put(String id, String text) {
        assertThat(put("w", kb, id, text.getBytes(StandardCharsets.UTF_8)))
                .isNotInstanceOfAny(DocumentWriteOutcome.NoBase.class, DocumentWriteOutcome.TooLarge.class);
    }

    DocumentWriteOutcome put(String workspace, String base, String id, byte[] bytes) {
        try {
            DocumentContent content = ((DocumentUpload.Received)
                            DocumentUpload.read(new ByteArrayInputStream(bytes), workspace, documents))
                    .content();
            return await(documents.store(new NewDocument(
                    workspace,
                    base,
                    Optional.of(id),
                    id + ".txt",
                    DocumentKind.TEXT,
                    JsonNodeFactory.instance.objectNode(),
                    content)));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    void base(String workspace, String id) {
        await(bases.create(
                new KnowledgeBase(workspace, id, "Name", null, KnowledgeBase.IN_PROCESS, new ChunkSizes(100, 0), 1),
                KnowledgeChanges.change()));
    }

    Document document(String id) {
        return await(documents.find("w", kb, id)).orElseThrow();
    }

    static String sentences(int from, int to) {
        return String.join(
                " ",
                IntStream.range(from, to)
                        .mapToObj(i -> "This is sentence number " + i + ", and it has some words.")
                        .toList());
    }

    /** Makes random vectors that depend on the text only; records requests, and can fail. */
    static final class Model implements Embedder {
        final List<String> texts = java.util.Collections.synchronizedList(new ArrayList<>());
        int diesAt = -1;
        Runnable before = () -> {};
        private int calls;

        @Override
        public String model() {
            return "m";
        }

        @Override
        public int dimensions() {
            return 8;
        }

        @Override
        public synchronized Uni<List<float[]>> embed(List<String> asked) {
            if (++calls == diesAt) {
                return Uni.createFrom().failure(new IllegalStateException("killed"));
            }
            before.run();
            before = () -> {};
            texts.addAll(asked);
            return Uni.createFrom().item(asked.stream().map(Model::vector).toList());
        }

        private static float[] vector(String text) {
            Random random = new Random(text.hashCode());
            float[] vector = new float[8];
            double length = 0;
            for (int i = 0; i < 8; i++) {
                vector[i] = (float) random.nextGaussian();
                length += vector[i] * vector[i];
            }
            for (int i = 0; i < 8; i++) {
                vector[i] /= (float) Math.sqrt(length);
            }
            return vector;
        }
    }
}
