package dev.agenthost.context.semanticsearch.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.semanticsearch.indexing.Embedder;
import dev.agenthost.context.semanticsearch.indexing.EmbeddingException;
import dev.agenthost.context.semanticsearch.indexing.IndexedChunk;
import dev.agenthost.context.semanticsearch.indexing.Indexer;
import dev.agenthost.context.semanticsearch.indexing.IndexingClaim;
import dev.agenthost.context.semanticsearch.indexing.PlainText;
import dev.agenthost.context.semanticsearch.indexing.TextExtractorRegistry;
import dev.agenthost.context.semanticsearch.knowledge.ChunkSizes;
import dev.agenthost.context.semanticsearch.knowledge.Document;
import dev.agenthost.context.semanticsearch.knowledge.DocumentContent;
import dev.agenthost.context.semanticsearch.knowledge.DocumentKind;
import dev.agenthost.context.semanticsearch.knowledge.DocumentStatus;
import dev.agenthost.context.semanticsearch.knowledge.DocumentUpload;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a change of the installation's model with existing documents, and failing models: real PostgreSQL. */
class ChosenModelTest {
    private static final KnowledgeQuota QUOTA = new KnowledgeQuota(100_000, 2_000);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static Database database;

    private final Analysis analysis = new LuceneAnalysis();
    private final Model before = new Model("before", 4);
    private final Model after = new Model("after", 8);
    private PostgresDocumentRepository documents;

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
                .query(
                        "truncate context.knowledge_bases, context.knowledge_contents, context.knowledge_embedding cascade")
                .execute());
        documents = new PostgresDocumentRepository(database.pool(), QUOTA);
        await(KnowledgeChanges.bases(database.pool())
                .create(
                        new KnowledgeBase("w", "kb", "Name", null, KnowledgeBase.IN_PROCESS, new ChunkSizes(100, 0), 1),
                        KnowledgeChanges.change()));
    }

    @Test
    void documentsOfAnotherModelAreReindexedAndFoundByWordsMeanwhile() {
        put("d", "The zebra sleeps.");
        index(before);
        assertThat(find("zebra", before)).hasSize(1);
        assertThat(find("zebra", after)).singleElement().satisfies(passage -> assertThat(passage.distance())
                .isEqualTo(1.0));

        index(after);

        assertThat(after.texts).endsWith("The zebra sleeps.");
        assertThat(find("zebra", after)).singleElement().satisfies(passage -> assertThat(passage.distance())
                .isNotEqualTo(1.0));
        assertThat(vectors()).containsExactly("after 32");
    }

    @Test
    void theSameModelAgainChangesNothing() {
        put("d", "The zebra sleeps.");
        index(before);
        IndexingClaim limiter = claimed("e", "The lion eats.", before);

        index(before);

        assertThat(before.texts).containsExactly("The zebra sleeps.");
        assertThat(await(work().done(limiter, "before", 0))).isTrue();
    }

    @Test
    void aReplicaWithThePreviousModelClaimsAndCompletesNothing() {
        put("d", "The zebra sleeps.");
        index(before);
        IndexingClaim late = claimed("e", "The lion eats.", before);

        await(work().choose("after"));

        assertThat(await(work().claim("before"))).isEmpty();
        assertThat(await(work().store(late, "before", List.of()))).isFalse();
        assertThat(await(work().done(late, "before", 1))).isFalse();
        index(after);
        assertThat(document("d").status()).isEqualTo(DocumentStatus.INDEXED);
        assertThat(document("e").status()).isEqualTo(DocumentStatus.INDEXED);
        assertThat(vectors()).containsOnly("after 32");
    }

    @Test
    void chunksOfThePreviousModelAreOverwritten() {
        IndexingClaim killed = claimed("d", "The zebra sleeps.", before);
        assertThat(await(work().store(
                                killed,
                                "before",
                                List.of(new IndexedChunk(
                                        0, "", "The zebra sleeps.", "h", "'zebra':1", before.vector)))))
                .isTrue();
        assertThat(vectors()).containsExactly("before 16");

        index(after);

        assertThat(document("d").status()).isEqualTo(DocumentStatus.INDEXED);
        assertThat(vectors()).containsExactly("after 32");
    }

    @Test
    void failuresOfTheModelDoNotCountAgainstTheDocument() {
        put("d", "The zebra sleeps.");
        after.failure = new EmbeddingException("busy", false);
        for (int i = 0; i < 8; i++) {
            assertThat(indexer(after).next())
                    .as("nothing else is tried at once")
                    .isFalse();
            due();
        }
        assertThat(document("d").status()).isEqualTo(DocumentStatus.PENDING);

        after.failure = null;
        index(after);

        assertThat(document("d").status()).isEqualTo(DocumentStatus.INDEXED);
    }

    @Test
    void aRefusedTextFailsAndIsRetriedWithAnotherModel() {
        put("d", "The zebra sleeps.");
        before.failure = new EmbeddingException("the embedding endpoint answered 400", true);
        Indexer indexer = indexer(before);
        for (int i = 0; i < 6; i++) {
            assertThat(indexer.next()).isTrue();
            due();
        }
        assertThat(document("d").status()).isEqualTo(DocumentStatus.FAILED);

        index(after);

        assertThat(document("d").status()).isEqualTo(DocumentStatus.INDEXED);
        assertThat(document("d").reason()).isNull();
    }

    @Test
    void aQueryThatCannotBeEmbeddedUsesWords() {
        put("d", "The zebra sleeps.");
        index(after);
        after.failure = new EmbeddingException("busy", false);

        assertThat(find("zebra", after)).singleElement().satisfies(passage -> assertThat(passage.distance())
                .isEqualTo(1.0));
        assertThat(find("giraffe", after)).isEmpty();
    }

    private IndexingClaim claimed(String id, String text, Model model) {
        put(id, text);
        return await(work().claim(model.model())).orElseThrow();
    }

    private static void due() {
        await(database.pool()
                .query("update context.knowledge_documents set due_at = clock_timestamp()")
                .execute());
    }

    private static List<String> vectors() {
        return database
                .rows("select embedded_by || ' ' || octet_length(vector) from context.knowledge_chunks order by 1")
                .stream()
                .map(row -> row.getString(0))
                .toList();
    }

    private static PostgresIndexingTaskRepository work() {
        return new PostgresIndexingTaskRepository(database.pool(), LONG, QUOTA);
    }

    private void index(Model model) {
        Indexer indexer = indexer(model);
        int rounds = 0;
        while (indexer.next() && rounds++ < 20) {
            // Runs until no document waits.
        }
    }

    private Indexer indexer(Model model) {
        TextExtractorRegistry readers =
                new TextExtractorRegistry(Map.of(DocumentKind.TEXT, new PlainText()), Duration.ofSeconds(20));
        return new Indexer(work(), readers, model, analysis);
    }

    private List<KnowledgePassage> find(String query, Model model) {
        PostgresPassageRepository passages = new PostgresPassageRepository(database.pool());
        BruteForceVectorIndex vectors = new BruteForceVectorIndex(
                new PostgresVectorRepository(database.pool()), new VectorCache(1_000_000), Runnable::run);
        Retrieval retrieval =
                new Retrieval(KnowledgeChanges.bases(database.pool()), model, analysis, vectors, passages, passages);
        RetrievalScope scope = new RetrievalScope("w", List.of("kb"), JsonNodeFactory.instance.objectNode());
        return ((Retrieval.Outcome.Found) await(retrieval.find(scope, query, 5))).passages();
    }

    private void put(String id, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            DocumentContent content = ((DocumentUpload.Received)
                            DocumentUpload.read(new ByteArrayInputStream(bytes), "w", documents))
                    .content();
            await(documents.store(new NewDocument(
                    "w",
                    "kb",
                    Optional.of(id),
                    id + ".txt",
                    DocumentKind.TEXT,
                    JsonNodeFactory.instance.objectNode(),
                    content)));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Document document(String id) {
        return await(documents.find("w", "kb", id)).orElseThrow();
    }

    /** Returns the same vector for every text. */
    private static final class Model implements Embedder {
        final List<String> texts = new ArrayList<>();

        @Nullable
        EmbeddingException failure;

        private final String name;
        private final float[] vector;

        Model(String name, int dimensions) {
            this.name = name;
            this.vector = new float[dimensions];
            vector[0] = 1;
        }

        @Override
        public String model() {
            return name;
        }

        @Override
        public int dimensions() {
            return vector.length;
        }

        @Override
        public Uni<List<float[]>> embed(List<String> embedded) {
            if (failure != null) {
                return Uni.createFrom().failure(failure);
            }
            texts.addAll(embedded);
            return Uni.createFrom().item(embedded.stream().map(any -> vector).toList());
        }
    }
}
