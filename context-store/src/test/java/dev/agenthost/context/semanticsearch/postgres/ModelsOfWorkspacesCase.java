package dev.agenthost.context.semanticsearch.postgres;

import static dev.agenthost.context.fixture.Database.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.ScriptedEmbeddings;
import dev.agenthost.context.semanticsearch.embedding.EmbeddingModel;
import dev.agenthost.context.semanticsearch.embedding.ModelChoice;
import dev.agenthost.context.semanticsearch.embedding.ModelEmbedderRegistry;
import dev.agenthost.context.semanticsearch.embedding.StaleVectorRepair;
import dev.agenthost.context.semanticsearch.embedding.WorkspaceModelQueue;
import dev.agenthost.context.semanticsearch.indexing.Embedder;
import dev.agenthost.context.semanticsearch.indexing.Indexer;
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
import dev.agenthost.context.semanticsearch.openai.OpenAiEmbedder;
import dev.agenthost.context.semanticsearch.vectorindex.BruteForceVectorIndex;
import dev.agenthost.context.semanticsearch.vectorindex.Retrieval;
import dev.agenthost.context.semanticsearch.vectorindex.RetrievalScope;
import dev.agenthost.context.semanticsearch.vectorindex.VectorCache;
import dev.agenthost.context.transcript.Analysis;
import dev.agenthost.context.transcript.lucene.LuceneAnalysis;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelChange;
import dev.agenthost.protocol.store.knowledge.KnowledgePassage;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Knowledge bases with models of their workspace: real PostgreSQL, endpoints on real sockets. */
abstract class ModelsOfWorkspacesCase {
    private static final KnowledgeQuota QUOTA = new KnowledgeQuota(100_000, 2_000);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration LIMIT = Duration.ofSeconds(10);
    static final String WHISKERS = "Whiskers are how it finds its way at night.";
    static final String MOTOR = "A motor wants oil now and then.";

    static Database database;
    static Vertx vertx;

    final Analysis analysis = new LuceneAnalysis();
    final ScriptedEmbeddings first = new ScriptedEmbeddings();
    final ScriptedEmbeddings second = new ScriptedEmbeddings();
    final Default usual = new Default();
    PostgresEmbeddingModelRepository models;
    PostgresKnowledgeBaseRepository bases;
    PostgresDocumentRepository documents;
    ModelEmbedderRegistry embedders;

    @BeforeAll
    static void aDatabase() {
        database = new Database();
        vertx = Vertx.vertx();
    }

    @AfterAll
    static void close() {
        database.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @BeforeEach
    void nothingIsThere() {
        await(database.pool()
                .query("truncate context.knowledge_bases, context.knowledge_contents, context.knowledge_embedding,"
                        + " context.knowledge_turns, context.knowledge_models cascade")
                .execute());
        models = new PostgresEmbeddingModelRepository(database.pool());
        bases = KnowledgeChanges.bases(database.pool());
        documents = new PostgresDocumentRepository(database.pool(), QUOTA);
        embedders = embedders();
    }

    @AfterEach
    void endpointsEnd() {
        first.close();
        second.close();
    }

    /** Returns true if the base has a document already. */
    EmbeddingModel answering(String id, String text) {
        describe("w", "m", 1, description(first, "tiny", null));
        base("w", "kb", "m");
        put("w", "kb", id, text);
        index();
        return await(models.find("w", "m")).orElseThrow();
    }

    static long troubled() {
        return database.count("from context.knowledge_models where failures > 0");
    }

    static int pauseModel() {
        return database.rows(
                        "select extract(epoch from paused_until - clock_timestamp()) from context.knowledge_models")
                .getFirst()
                .getNumeric(0)
                .bigDecimalValue()
                .intValue();
    }

    static void rested() {
        database.rows("update context.knowledge_models set paused_until = clock_timestamp()");
        database.rows("update context.knowledge_documents set due_at = clock_timestamp()");
    }

    long describe(
            String workspace, String model, long revision, EmbeddingModelChange.@Nullable Definition description) {
        EmbeddingModelChange change = new EmbeddingModelChange(workspace, model, revision, description);
        return await(models.describe(change, description == null ? null : EmbeddingModel.of(change, description)));
    }

    static EmbeddingModelChange.Definition description(ScriptedEmbeddings at, String model, @Nullable String key) {
        return new EmbeddingModelChange.Definition(at.url(), model, key, JsonNodeFactory.instance.objectNode(), true);
    }

    static EmbeddingModelChange.Definition off(EmbeddingModelChange.Definition description) {
        return new EmbeddingModelChange.Definition(
                description.baseUrl(), description.model(), description.apiKeyRef(), description.extraArgs(), false);
    }

    void base(String workspace, String kb, @Nullable String model) {
        await(bases.create(of(workspace, kb, model), KnowledgeChanges.change()));
    }

    static KnowledgeBase of(String workspace, String kb, @Nullable String model) {
        return new KnowledgeBase(
                workspace, kb, "Name", null, KnowledgeBase.IN_PROCESS, model, new ChunkSizes(100, 0), 1);
    }

    ModelChoice choice() {
        return new ModelChoice(models, embedders);
    }

    static PostgresModelTaskRepository work() {
        return new PostgresModelTaskRepository(database.pool(), LONG, QUOTA);
    }

    static PostgresIndexingTaskRepository indexWork() {
        return new PostgresIndexingTaskRepository(database.pool(), LONG, QUOTA);
    }

    ModelEmbedderRegistry embedders() {
        EgressClient outbound = new EgressClient(
                vertx, new AddressPolicy(false, AllowList.parse(List.of("127.0.0.1/32"))), 32, Duration.ofSeconds(5));
        Secrets secrets = new Secrets(
                Map.of("KEY", ScriptedEmbeddings.KEY, "OF_V", ScriptedEmbeddings.KEY), Map.of("OF_V", Set.of("v")));
        return new ModelEmbedderRegistry(
                models, usual, secrets, endpoint -> new OpenAiEmbedder(outbound, endpoint, LIMIT));
    }

    void index() {
        TextExtractorRegistry readers =
                new TextExtractorRegistry(Map.of(DocumentKind.TEXT, new PlainText()), Duration.ofSeconds(20));
        WorkspaceModelQueue lane = new WorkspaceModelQueue(
                work(), indexWork(), models, embedders, new StaleVectorRepair(work(), System::nanoTime));
        run(new Indexer(indexWork(), readers, lane, analysis));
    }

    void indexUsual() {
        TextExtractorRegistry readers =
                new TextExtractorRegistry(Map.of(DocumentKind.TEXT, new PlainText()), Duration.ofSeconds(20));
        run(new Indexer(indexWork(), readers, usual, analysis));
    }

    static void run(Indexer indexer) {
        int rounds = 0;
        while (indexer.next() && rounds++ < 20) {
            // Runs until no document can be claimed.
        }
    }

    KnowledgePassage best(String workspace, String query, String... kbs) {
        return passages(workspace, query, kbs).getFirst();
    }

    List<String> found(String workspace, String query, String... kbs) {
        return passages(workspace, query, kbs).stream()
                .map(passage -> passage.metadata().path("document_id").asText())
                .toList();
    }

    List<KnowledgePassage> passages(String workspace, String query, String... kbs) {
        PostgresPassageRepository passages = new PostgresPassageRepository(database.pool());
        BruteForceVectorIndex vectors = new BruteForceVectorIndex(
                new PostgresVectorRepository(database.pool()), new VectorCache(1_000_000), Runnable::run);
        Retrieval retrieval = new Retrieval(embedders, analysis, vectors, passages, passages);
        RetrievalScope scope = new RetrievalScope(workspace, List.of(kbs), JsonNodeFactory.instance.objectNode());
        return ((Retrieval.Outcome.Found) await(retrieval.find(scope, query, 5))).passages();
    }

    void put(String workspace, String kb, String id, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            DocumentContent content = ((DocumentUpload.Received)
                            DocumentUpload.read(new ByteArrayInputStream(bytes), workspace, documents))
                    .content();
            await(documents.store(new NewDocument(
                    workspace,
                    kb,
                    Optional.of(id),
                    id + ".txt",
                    DocumentKind.TEXT,
                    JsonNodeFactory.instance.objectNode(),
                    content)));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    DocumentStatus status(String workspace, String kb, String id) {
        return await(documents.find(workspace, kb, id)).map(Document::status).orElseThrow();
    }

    /** The installation's model: the same vector for every text. */
    static final class Default implements Embedder {
        int received;

        @Override
        public String model() {
            return "usual";
        }

        @Override
        public int dimensions() {
            return 4;
        }

        @Override
        public Uni<List<float[]>> embed(List<String> texts) {
            received++;
            return Uni.createFrom()
                    .item(texts.stream().map(any -> new float[] {1, 0, 0, 0}).toList());
        }
    }
}
