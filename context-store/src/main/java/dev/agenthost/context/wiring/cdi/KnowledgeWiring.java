package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.semanticsearch.embedding.EmbeddingModelRepository;
import dev.agenthost.context.semanticsearch.embedding.ModelChoice;
import dev.agenthost.context.semanticsearch.embedding.ModelEmbedderRegistry;
import dev.agenthost.context.semanticsearch.embedding.StaleVectorRepair;
import dev.agenthost.context.semanticsearch.embedding.WorkspaceModelQueue;
import dev.agenthost.context.semanticsearch.indexing.Embedder;
import dev.agenthost.context.semanticsearch.indexing.IndexLoop;
import dev.agenthost.context.semanticsearch.indexing.Indexer;
import dev.agenthost.context.semanticsearch.indexing.PlainText;
import dev.agenthost.context.semanticsearch.indexing.TextExtractorRegistry;
import dev.agenthost.context.semanticsearch.jsoup.HtmlText;
import dev.agenthost.context.semanticsearch.knowledge.DocumentKind;
import dev.agenthost.context.semanticsearch.knowledge.DocumentRepository;
import dev.agenthost.context.semanticsearch.onnx.OnnxEmbedder;
import dev.agenthost.context.semanticsearch.openai.OpenAiEmbedder;
import dev.agenthost.context.semanticsearch.pdfbox.PdfText;
import dev.agenthost.context.semanticsearch.postgres.PostgresDocumentRepository;
import dev.agenthost.context.semanticsearch.postgres.PostgresIndexingTaskRepository;
import dev.agenthost.context.semanticsearch.postgres.PostgresModelTaskRepository;
import dev.agenthost.context.semanticsearch.postgres.PostgresPassageRepository;
import dev.agenthost.context.semanticsearch.postgres.PostgresVectorRepository;
import dev.agenthost.context.semanticsearch.vectorindex.BruteForceVectorIndex;
import dev.agenthost.context.semanticsearch.vectorindex.Retrieval;
import dev.agenthost.context.semanticsearch.vectorindex.VectorCache;
import dev.agenthost.context.transcript.Analysis;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.platform.security.cdi.SecretSettings;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Provides the implementations of the knowledge ports. */
@Dependent
class KnowledgeWiring {
    private static final int PART_OF_HEAP = 8;
    private static final Duration READING = Duration.ofSeconds(60);
    /** Most connections to the embedding endpoint. */
    private static final int AT_ONCE = 64;

    private static final Duration CONNECTING = Duration.ofSeconds(5);
    private static final Duration ANSWERING = Duration.ofSeconds(30);
    /** Number of workspaces' models with which documents are indexed at once. */
    private static final int MODEL_LANES = 3;

    @Produces
    @Singleton
    DocumentRepository documents(Pool pool, KnowledgeSettings settings) {
        return new PostgresDocumentRepository(pool, settings.quota());
    }

    /** Provides the HTTP client for embedding endpoints of the installation and of workspaces. */
    @Produces
    @Singleton
    EgressClient outbound(Vertx vertx, @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow) {
        AddressPolicy rules = new AddressPolicy(false, AllowList.parse(allow.orElse(List.of())));
        return new EgressClient(vertx, rules, AT_ONCE, CONNECTING);
    }

    @Produces
    @Singleton
    Embedder embedder(EgressClient outbound, EmbeddingSettings settings, SecretSettings secrets) {
        return settings.endpoint(secrets.values())
                .<Embedder>map(endpoint -> new OpenAiEmbedder(outbound, endpoint, ANSWERING))
                .orElseGet(OnnxEmbedder::new);
    }

    @Produces
    @Singleton
    ModelEmbedderRegistry embedders(
            EmbeddingModelRepository models, Embedder defaultEmbedder, EgressClient outbound, Secrets secrets) {
        return new ModelEmbedderRegistry(
                models, defaultEmbedder, secrets, endpoint -> new OpenAiEmbedder(outbound, endpoint, ANSWERING));
    }

    @Produces
    @Singleton
    ModelChoice choice(EmbeddingModelRepository models, ModelEmbedderRegistry embedders) {
        return new ModelChoice(models, embedders);
    }

    @Produces
    @Singleton
    IndexLoop indexing(
            Pool pool,
            Embedder defaultEmbedder,
            EmbeddingModelRepository models,
            ModelEmbedderRegistry embedders,
            Analysis analysis,
            KnowledgeSettings settings) {
        PostgresIndexingTaskRepository documents =
                new PostgresIndexingTaskRepository(pool, settings.claimTerm(), settings.quota());
        PostgresModelTaskRepository work =
                new PostgresModelTaskRepository(pool, settings.claimTerm(), settings.quota());
        StaleVectorRepair repair = new StaleVectorRepair(work, System::nanoTime);
        TextExtractorRegistry readers = readers();
        List<Indexer> lanes = new ArrayList<>();
        lanes.add(new Indexer(documents, readers, defaultEmbedder, analysis));
        for (int i = 0; i < MODEL_LANES; i++) {
            WorkspaceModelQueue lane = new WorkspaceModelQueue(work, documents, models, embedders, repair);
            lanes.add(new Indexer(documents, readers, lane, analysis));
        }
        return new IndexLoop(lanes, settings.pollInterval());
    }

    private static TextExtractorRegistry readers() {
        PlainText plain = new PlainText();
        return new TextExtractorRegistry(
                Map.of(
                        DocumentKind.TEXT,
                        plain,
                        DocumentKind.MARKDOWN,
                        plain,
                        DocumentKind.HTML,
                        new HtmlText(),
                        DocumentKind.PDF,
                        new PdfText()),
                READING);
    }

    void stopped(@Disposes IndexLoop indexing) {
        indexing.close();
    }

    @Produces
    @Singleton
    Retrieval retrieval(
            Pool pool,
            ModelEmbedderRegistry embedders,
            Analysis analysis,
            KnowledgeSettings settings,
            VectorIndexWiring.ApproximateIndex approximate) {
        PostgresPassageRepository passages = new PostgresPassageRepository(pool);
        long held = settings.cacheBytes().orElse(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
        BruteForceVectorIndex vectors = new BruteForceVectorIndex(
                new PostgresVectorRepository(pool), new VectorCache(held), Infrastructure.getDefaultWorkerPool());
        return new Retrieval(embedders, analysis, approximate.before(vectors), passages, passages);
    }

    void started(@Observes StartupEvent event, IndexLoop indexing) {
        indexing.start();
    }

    void stopping(@Observes ShutdownEvent event, IndexLoop indexing) {
        indexing.close();
    }
}
