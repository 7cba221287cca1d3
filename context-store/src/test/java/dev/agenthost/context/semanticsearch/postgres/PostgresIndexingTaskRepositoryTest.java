package dev.agenthost.context.semanticsearch.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.semanticsearch.indexing.Embedder;
import dev.agenthost.context.semanticsearch.indexing.HeapCapacity;
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
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Indexing on real PostgreSQL: several replicas, kills in between, and what is embedded again. */
class PostgresIndexingTaskRepositoryTest {
    /** Chunks that are embedded at once. */
    private static final int AT_ONCE = 16;

    private static final KnowledgeQuota QUOTA = new KnowledgeQuota(100_000, 2_000);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final long GIBI = 1L << 30;
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private static Database database;

    private final Analysis analysis = new LuceneAnalysis();
    private final Model model = new Model();
    private PostgresKnowledgeBaseRepository bases;
    private PostgresDocumentRepository documents;
    private String kb;

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
        bases = new PostgresKnowledgeBaseRepository(database.pool());
        documents = new PostgresDocumentRepository(database.pool(), QUOTA);
        kb = "kb-" + NUMBER.incrementAndGet();
        await(bases.create(
                new KnowledgeBase("w", kb, "Name", null, KnowledgeBase.IN_PROCESS, new ChunkSizes(100, 0), 1)));
    }

    @Test
    void aNewVersionEmbedsOnlyWhatChangedAndTheOldOneIsFoundMeanwhile() {
        give("d", sentences(0, 100));
        index(LONG);
        assertThat(document("d").status()).isEqualTo(DocumentStatus.INDEXED);
        int chunks = document("d").chunks();
        assertThat(model.texts).hasSize(chunks).hasSizeGreaterThan(AT_ONCE);

        give("d", sentences(0, 100) + " And a zebra at its end, which was not there before.");
        assertThat(document("d").status()).isEqualTo(DocumentStatus.PENDING);
        assertThat(find("sentence number 3")).isNotEmpty();
        model.texts.clear();
        index(LONG);
        assertThat(model.texts).hasSizeBetween(1, 2);
        assertThat(find("zebra"))
                .anySatisfy(passage ->
                        assertThat(passage.content().getFirst().text()).contains("zebra"));
        assertThat(database.count("from context.knowledge_chunks"))
                .isEqualTo((long) document("d").chunks());
    }

    @Test
    void whatWasEmbeddedBeforeAKillIsNotEmbeddedAgain() {
        give("d", sentences(0, 200));
        model.diesAt = 3;
        assertThat(indexer(Duration.ZERO).next()).isTrue();
        assertThat(document("d").status()).isEqualTo(DocumentStatus.PENDING);
        int before = model.texts.size();
        assertThat(before).isEqualTo(2 * AT_ONCE);
        await(database.pool()
                .query("update context.knowledge_documents set due_at = clock_timestamp()")
                .execute());

        index(LONG);

        assertThat(document("d").status()).isEqualTo(DocumentStatus.INDEXED);
        assertThat(model.texts).doesNotHaveDuplicates().hasSize(document("d").chunks());
        assertThat(database.count("from context.knowledge_chunks")).isEqualTo(model.texts.size());
    }

    @Test
    void whoeverIsOvertakenWritesNothingAnyMore() {
        give("d", sentences(0, 3));
        PostgresIndexingTaskRepository first =
                new PostgresIndexingTaskRepository(database.pool(), Duration.ZERO, QUOTA);
        PostgresIndexingTaskRepository second = new PostgresIndexingTaskRepository(database.pool(), LONG, QUOTA);
        IndexingClaim late = await(first.claim("m")).orElseThrow();
        IndexingClaim holder = await(second.claim("m")).orElseThrow();
        assertThat(holder.claims()).isEqualTo(2);
        assertThat(await(second.claim("m"))).isEmpty();

        assertThat(await(first.keep(late, "m", List.of()))).isFalse();
        assertThat(await(first.done(late, "m", 1))).isFalse();
        assertThat(await(first.failed(late, "no"))).isFalse();
        await(first.giveBack(late));
        assertThat(await(second.keep(holder, "m", List.of()))).isTrue();
        give("d", sentences(5, 8));
        assertThat(await(second.done(holder, "m", 1))).isFalse();
    }

    @Test
    void severalReplicasIndexEachDocumentOnce() throws Exception {
        for (int i = 0; i < 30; i++) {
            give("d" + i, "Document " + i + " says: " + sentences(i * 10, i * 10 + 2));
        }
        List<Callable<Void>> replicas = IntStream.range(0, 4)
                .<Callable<Void>>mapToObj(any -> () -> {
                    index(LONG);
                    return null;
                })
                .toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (var done : threads.invokeAll(replicas)) {
                done.get();
            }
        }

        assertThat(database.count("from context.knowledge_documents where status = 'indexed'"))
                .isEqualTo(30);
        assertThat(model.texts).doesNotHaveDuplicates();
        assertThat(database.count("from context.knowledge_chunks")).isEqualTo(model.texts.size());
    }

    @Test
    void whatTakesItsProcessWithItIsNotTriedForEver() {
        give("d", sentences(0, 3));
        PostgresIndexingTaskRepository dying =
                new PostgresIndexingTaskRepository(database.pool(), Duration.ZERO, QUOTA);
        for (int i = 0; i < 5; i++) {
            assertThat(await(dying.claim("m"))).isPresent();
        }

        index(LONG);

        assertThat(document("d").status()).isEqualTo(DocumentStatus.FAILED);
        assertThat(document("d").reason()).contains("5 times");
        give("d", sentences(0, 3));
        index(LONG);
        assertThat(document("d").status()).isEqualTo(DocumentStatus.INDEXED);
    }

    @Test
    void aDocumentThatIsEmptyOrGoneWhileItIsIndexedStopsNothing() {
        give("blank", " \n ");
        give("gone", sentences(0, 50));
        PostgresIndexingTaskRepository work = new PostgresIndexingTaskRepository(database.pool(), LONG, QUOTA);
        index(LONG);
        assertThat(document("blank").reason()).isEqualTo("There is no text in it.");
        give("gone", sentences(60, 90));
        IndexingClaim claim = await(work.claim("m")).orElseThrow();

        assertThat(await(documents.delete("w", kb, "gone"))).isTrue();

        assertThat(await(work.keep(claim, "m", List.of()))).isFalse();
        assertThat(await(work.done(claim, "m", 1))).isFalse();
        assertThat(database.count("from context.knowledge_chunks")).isZero();
        assertThat(
                        database.count(
                                "from context.knowledge_pieces p join context.knowledge_contents c using (content_id)"
                                        + " where not exists (select from context.knowledge_documents d where d.content_id = c.content_id)"))
                .isZero();
    }

    @Test
    void aWorkspaceKeepsNoMoreBytesThanItsQuota() {
        base("w", "second");
        base("other", "theirs");
        byte[] half = "x".repeat(50_001).getBytes(StandardCharsets.UTF_8);
        assertThat(give("w", kb, "a", half)).isInstanceOf(DocumentWriteOutcome.Created.class);

        assertThat(give("w", "second", "b", "y".repeat(50_001).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new DocumentWriteOutcome.TooLarge());

        assertThat(give("other", "theirs", "a", half)).isInstanceOf(DocumentWriteOutcome.Created.class);
        assertThat(give("w", kb, "a", half)).isInstanceOf(DocumentWriteOutcome.Same.class);
        assertThat(give("w", kb, "a", "z".repeat(100_000).getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(DocumentWriteOutcome.Replaced.class);
        assertThat(database.count("from context.knowledge_contents")).isEqualTo(2);
    }

    @Test
    void aWorkspaceKeepsNoMoreChunksThanItsQuota() {
        give("first", sentences(0, 20));
        index(LONG);
        int first = document("first").chunks();
        give("second", sentences(0, 60));
        PostgresIndexingTaskRepository tight = new PostgresIndexingTaskRepository(
                database.pool(), LONG, new KnowledgeQuota(100_000, first + AT_ONCE + 1));
        TextExtractorRegistry readers =
                new TextExtractorRegistry(Map.of(DocumentKind.TEXT, new PlainText()), Duration.ofSeconds(20));

        new Indexer(tight, readers, model, analysis).next();

        assertThat(document("second").reason()).isEqualTo("The workspace's quota has no room for its parts.");
        assertThat(database.count("from context.knowledge_chunks")).isEqualTo(first);
    }

    @Test
    void workspacesHaveTurnsHoweverMuchOneOfThemGave() {
        base("other", "theirs");
        for (int i = 0; i < 3; i++) {
            give("d" + i, "Mine " + i + ".");
        }
        give("other", "theirs", "late", "Theirs.".getBytes(StandardCharsets.UTF_8));
        Indexer indexer = indexer(LONG);

        indexer.next();
        indexer.next();

        assertThat(model.texts).containsExactly("Mine 0.", "Theirs.");
    }

    @Test
    void aLongDocumentLetsOthersHaveTheirTurnAndGoesOnWhereItWas() {
        give("long", sentences(0, 1500));
        Indexer indexer = indexer(LONG);
        base("other", "theirs");
        model.before = () -> give("other", "theirs", "late", "Theirs.".getBytes(StandardCharsets.UTF_8));

        indexer.next();
        assertThat(document("long").status()).isEqualTo(DocumentStatus.PENDING);
        indexer.next();
        assertThat(model.texts).endsWith("Theirs.");
        indexer.next();

        assertThat(document("long").status()).isEqualTo(DocumentStatus.INDEXED);
        assertThat(document("long").chunks()).isGreaterThan(1024);
        assertThat(model.texts).doesNotHaveDuplicates().hasSize(document("long").chunks() + 1);
    }

    /** Each turn goes on behind what the one before made. */
    @Test
    void twoLongDocumentsTakeTurnsAndBothComeToTheirEnd() {
        give("long", sentences(0, 1500));
        base("other", "theirs");
        give("other", "theirs", "long", sentences(2000, 3500).getBytes(StandardCharsets.UTF_8));
        Indexer indexer = indexer(LONG);

        for (int turn = 0; turn < 4; turn++) {
            assertThat(indexer.next()).isTrue();
        }

        assertThat(document("long").status()).isEqualTo(DocumentStatus.INDEXED);
        assertThat(indexer.next()).isFalse();
        assertThat(model.texts).doesNotHaveDuplicates().hasSizeGreaterThan(2 * 1024);
    }

    @Test
    void whoeverLostItsClaimWhileItReadEmbedsNothing() {
        give("d", sentences(0, 3));
        PostgresIndexingTaskRepository slow = new PostgresIndexingTaskRepository(database.pool(), Duration.ZERO, QUOTA);
        PostgresIndexingTaskRepository fast = new PostgresIndexingTaskRepository(database.pool(), LONG, QUOTA);
        TextExtractorRegistry readers = new TextExtractorRegistry(
                Map.of(DocumentKind.TEXT, bytes -> {
                    assertThat(await(fast.claim(model.model()))).isPresent();
                    return new PlainText().extract(bytes);
                }),
                Duration.ofSeconds(20));

        new Indexer(slow, readers, model, analysis).next();

        assertThat(model.texts).isEmpty();
    }

    @Test
    void aDocumentForWhichTheHeapHasNoRoomWaitsAndCountsNoTry() {
        give("d", "The pool opens at nine.");
        AtomicLong used = new AtomicLong(GIBI);
        TextExtractorRegistry readers = new TextExtractorRegistry(
                Map.of(DocumentKind.TEXT, new PlainText()), Duration.ofSeconds(20), new HeapCapacity(used::get, GIBI));
        Indexer indexer =
                new Indexer(new PostgresIndexingTaskRepository(database.pool(), LONG, QUOTA), readers, model, analysis);

        assertThat(indexer.next()).isFalse();
        assertThat(document("d").status()).isEqualTo(DocumentStatus.PENDING);
        assertThat(database.count("from context.knowledge_documents where claims = 0 and claim_id is null"))
                .isEqualTo(1L);

        used.set(0);
        await(database.pool()
                .query("update context.knowledge_documents set due_at = clock_timestamp()")
                .execute());
        assertThat(indexer.next()).isTrue();
        assertThat(document("d").status()).isEqualTo(DocumentStatus.INDEXED);
    }

    @Test
    void aDocumentThatTakesMoreMemoryThanThereIsFailsWithThatReason() {
        give("d", "The pool opens at nine.");
        TextExtractorRegistry readers = new TextExtractorRegistry(
                Map.of(DocumentKind.TEXT, new PlainText(new HeapCapacity(() -> GIBI, GIBI))), Duration.ofSeconds(20));

        new Indexer(new PostgresIndexingTaskRepository(database.pool(), LONG, QUOTA), readers, model, analysis).next();

        assertThat(document("d").status()).isEqualTo(DocumentStatus.FAILED);
        assertThat(document("d").reason()).startsWith("It takes more memory to read than this service has.");
    }

    @Test
    void anUploadThatBreaksOffLeavesNothing() {
        InputStream broken = new InputStream() {
            private int left = 600_000;

            @Override
            public int read() throws IOException {
                if (left-- <= 0) {
                    throw new IOException("gone");
                }
                return 'x';
            }
        };
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> DocumentUpload.take(broken, "w", documents))
                .isInstanceOf(IOException.class);

        assertThat(database.count("from context.knowledge_contents c where not exists"
                        + " (select from context.knowledge_documents d where d.content_id = c.content_id)"))
                .isZero();
    }

    private void index(Duration term) {
        Indexer indexer = indexer(term);
        int rounds = 0;
        while (indexer.next() && rounds++ < 100) {
            // Until nothing waits.
        }
    }

    private Indexer indexer(Duration term) {
        TextExtractorRegistry readers =
                new TextExtractorRegistry(Map.of(DocumentKind.TEXT, new PlainText()), Duration.ofSeconds(20));
        return new Indexer(new PostgresIndexingTaskRepository(database.pool(), term, QUOTA), readers, model, analysis);
    }

    private List<KnowledgePassage> find(String query) {
        PostgresPassageRepository passages = new PostgresPassageRepository(database.pool());
        BruteForceVectorIndex vectors = new BruteForceVectorIndex(
                new PostgresVectorRepository(database.pool()), new VectorCache(1_000_000), Runnable::run);
        Retrieval retrieval = new Retrieval(bases, model, analysis, vectors, passages, passages);
        RetrievalScope scope = new RetrievalScope("w", List.of(kb), JsonNodeFactory.instance.objectNode());
        return ((Retrieval.Outcome.Found) await(retrieval.find(scope, query, 5))).passages();
    }

    private void give(String id, String text) {
        assertThat(give("w", kb, id, text.getBytes(StandardCharsets.UTF_8)))
                .isNotInstanceOfAny(DocumentWriteOutcome.NoBase.class, DocumentWriteOutcome.TooLarge.class);
    }

    private DocumentWriteOutcome give(String workspace, String base, String id, byte[] bytes) {
        try {
            DocumentContent content = ((DocumentUpload.Taken)
                            DocumentUpload.take(new ByteArrayInputStream(bytes), workspace, documents))
                    .content();
            return await(documents.keep(new NewDocument(
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

    private void base(String workspace, String id) {
        await(bases.create(
                new KnowledgeBase(workspace, id, "Name", null, KnowledgeBase.IN_PROCESS, new ChunkSizes(100, 0), 1)));
    }

    private Document document(String id) {
        return await(documents.find("w", kb, id)).orElseThrow();
    }

    private static String sentences(int from, int to) {
        return String.join(
                " ",
                IntStream.range(from, to)
                        .mapToObj(i -> "This is sentence number " + i + ", and it has some words.")
                        .toList());
    }

    /** Vectors of chance, always the same of the same text; notes what it was asked for, and can fail. */
    private static final class Model implements Embedder {
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
