package dev.agenthost.context.knowledge.cdi;

import dev.agenthost.context.knowledge.KnowledgeBases;
import dev.agenthost.context.knowledge.document.DocumentKind;
import dev.agenthost.context.knowledge.document.Documents;
import dev.agenthost.context.knowledge.index.Embedder;
import dev.agenthost.context.knowledge.index.IndexLoop;
import dev.agenthost.context.knowledge.index.Indexer;
import dev.agenthost.context.knowledge.jsoup.HtmlText;
import dev.agenthost.context.knowledge.model.EmbeddingModels;
import dev.agenthost.context.knowledge.model.Mending;
import dev.agenthost.context.knowledge.model.ModelChoice;
import dev.agenthost.context.knowledge.model.ModelEmbedders;
import dev.agenthost.context.knowledge.model.ModelLane;
import dev.agenthost.context.knowledge.model.postgres.PostgresEmbeddingModels;
import dev.agenthost.context.knowledge.model.postgres.PostgresModelWork;
import dev.agenthost.context.knowledge.onnx.OnnxEmbedder;
import dev.agenthost.context.knowledge.openai.OpenAiEmbedder;
import dev.agenthost.context.knowledge.pdfbox.PdfText;
import dev.agenthost.context.knowledge.postgres.PostgresDocuments;
import dev.agenthost.context.knowledge.postgres.PostgresIndexWork;
import dev.agenthost.context.knowledge.postgres.PostgresKnowledgeBases;
import dev.agenthost.context.knowledge.postgres.PostgresPassages;
import dev.agenthost.context.knowledge.postgres.PostgresVectorRows;
import dev.agenthost.context.knowledge.retrieve.Retrieval;
import dev.agenthost.context.knowledge.retrieve.exact.ExactVectors;
import dev.agenthost.context.knowledge.retrieve.exact.VectorCache;
import dev.agenthost.context.knowledge.retrieve.near.cdi.NearWiring;
import dev.agenthost.context.knowledge.text.PlainText;
import dev.agenthost.context.knowledge.text.Readers;
import dev.agenthost.context.search.Analysis;
import dev.agenthost.door.secret.Secrets;
import dev.agenthost.door.secret.cdi.SecretSettings;
import dev.agenthost.egress.address.AddressRules;
import dev.agenthost.egress.address.AllowList;
import dev.agenthost.egress.http.Outbound;
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

/** Which technology stands behind the ports of knowledge. */
@Dependent
class KnowledgeWiring {
    private static final int PART_OF_HEAP = 8;
    private static final Duration READING = Duration.ofSeconds(60);
    /** Connections to the endpoint of embeddings, and its times. */
    private static final int AT_ONCE = 64;

    private static final Duration CONNECTING = Duration.ofSeconds(5);
    private static final Duration ANSWERING = Duration.ofSeconds(30);
    /** Models of workspaces that documents are indexed with at once. */
    private static final int MODEL_LANES = 3;

    @Produces
    @Singleton
    KnowledgeBases bases(Pool pool) {
        return new PostgresKnowledgeBases(pool);
    }

    @Produces
    @Singleton
    Documents documents(Pool pool, KnowledgeSettings settings) {
        return new PostgresDocuments(pool, settings.quota());
    }

    /** The way to endpoints of embeddings, whosever they are. */
    @Produces
    @Singleton
    Outbound outbound(Vertx vertx, @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow) {
        AddressRules rules = new AddressRules(false, AllowList.parse(allow.orElse(List.of())));
        return new Outbound(vertx, rules, AT_ONCE, CONNECTING);
    }

    @Produces
    @Singleton
    Embedder embedder(Outbound outbound, EmbeddingSettings settings, SecretSettings secrets) {
        return settings.endpoint(secrets.values())
                .<Embedder>map(endpoint -> new OpenAiEmbedder(outbound, endpoint, ANSWERING))
                .orElseGet(OnnxEmbedder::new);
    }

    @Produces
    @Singleton
    EmbeddingModels models(Pool pool) {
        return new PostgresEmbeddingModels(pool);
    }

    @Produces
    @Singleton
    ModelEmbedders embedders(EmbeddingModels models, Embedder usual, Outbound outbound, Secrets secrets) {
        return new ModelEmbedders(
                models, usual, secrets, endpoint -> new OpenAiEmbedder(outbound, endpoint, ANSWERING));
    }

    @Produces
    @Singleton
    ModelChoice choice(EmbeddingModels models, ModelEmbedders embedders) {
        return new ModelChoice(models, embedders);
    }

    @Produces
    @Singleton
    IndexLoop indexing(
            Pool pool,
            Embedder usual,
            EmbeddingModels models,
            ModelEmbedders embedders,
            Analysis analysis,
            KnowledgeSettings settings) {
        PostgresIndexWork documents = new PostgresIndexWork(pool, settings.claim(), settings.quota());
        PostgresModelWork work = new PostgresModelWork(pool, settings.claim(), settings.quota());
        Mending mending = new Mending(work, System::nanoTime);
        Readers readers = readers();
        List<Indexer> lanes = new ArrayList<>();
        lanes.add(new Indexer(documents, readers, usual, analysis));
        for (int i = 0; i < MODEL_LANES; i++) {
            ModelLane lane = new ModelLane(work, documents, models, embedders, mending);
            lanes.add(new Indexer(documents, readers, lane, analysis));
        }
        return new IndexLoop(lanes, settings.every());
    }

    private static Readers readers() {
        PlainText plain = new PlainText();
        return new Readers(
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
            Pool pool, ModelEmbedders embedders, Analysis analysis, KnowledgeSettings settings, NearWiring.Near near) {
        PostgresPassages passages = new PostgresPassages(pool);
        long held = settings.cacheBytes().orElse(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
        ExactVectors vectors = new ExactVectors(
                new PostgresVectorRows(pool), new VectorCache(held), Infrastructure.getDefaultWorkerPool());
        return new Retrieval(embedders, analysis, near.before(vectors), passages, passages);
    }

    void started(@Observes StartupEvent event, IndexLoop indexing) {
        indexing.start();
    }

    void stopping(@Observes ShutdownEvent event, IndexLoop indexing) {
        indexing.close();
    }
}
