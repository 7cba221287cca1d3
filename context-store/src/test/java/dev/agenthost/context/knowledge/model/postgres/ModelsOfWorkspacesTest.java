package dev.agenthost.context.knowledge.model.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.ScriptedEmbeddings;
import dev.agenthost.context.knowledge.KnowledgeBase;
import dev.agenthost.context.knowledge.chunk.ChunkSizes;
import dev.agenthost.context.knowledge.document.Content;
import dev.agenthost.context.knowledge.document.Document;
import dev.agenthost.context.knowledge.document.DocumentKind;
import dev.agenthost.context.knowledge.document.DocumentStatus;
import dev.agenthost.context.knowledge.document.KnowledgeQuota;
import dev.agenthost.context.knowledge.document.NewDocument;
import dev.agenthost.context.knowledge.document.Upload;
import dev.agenthost.context.knowledge.index.Embedder;
import dev.agenthost.context.knowledge.index.Indexer;
import dev.agenthost.context.knowledge.model.EmbeddingModel;
import dev.agenthost.context.knowledge.model.Mending;
import dev.agenthost.context.knowledge.model.ModelChoice;
import dev.agenthost.context.knowledge.model.ModelEmbedders;
import dev.agenthost.context.knowledge.model.ModelLane;
import dev.agenthost.context.knowledge.model.ModelWork;
import dev.agenthost.context.knowledge.openai.OpenAiEmbedder;
import dev.agenthost.context.knowledge.postgres.PostgresDocuments;
import dev.agenthost.context.knowledge.postgres.PostgresIndexWork;
import dev.agenthost.context.knowledge.postgres.PostgresKnowledgeBases;
import dev.agenthost.context.knowledge.postgres.PostgresPassages;
import dev.agenthost.context.knowledge.postgres.PostgresVectorRows;
import dev.agenthost.context.knowledge.retrieve.Retrieval;
import dev.agenthost.context.knowledge.retrieve.Scope;
import dev.agenthost.context.knowledge.retrieve.exact.ExactVectors;
import dev.agenthost.context.knowledge.retrieve.exact.VectorCache;
import dev.agenthost.context.knowledge.text.PlainText;
import dev.agenthost.context.knowledge.text.Readers;
import dev.agenthost.context.search.Analysis;
import dev.agenthost.context.search.lucene.LuceneAnalysis;
import dev.agenthost.context.secret.Secrets;
import dev.agenthost.egress.address.AddressRules;
import dev.agenthost.egress.address.AllowList;
import dev.agenthost.egress.http.Outbound;
import dev.agenthost.protocol.field.InvalidFieldException;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelTelling;
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
import org.junit.jupiter.api.Test;

/** Knowledge bases with models of their workspace: real PostgreSQL, endpoints on real sockets. */
class ModelsOfWorkspacesTest {
    private static final KnowledgeQuota QUOTA = new KnowledgeQuota(100_000, 2_000);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String WHISKERS = "Whiskers are how it finds its way at night.";
    private static final String MOTOR = "A motor wants oil now and then.";

    private static Database database;
    private static Vertx vertx;

    private final Analysis analysis = new LuceneAnalysis();
    private final ScriptedEmbeddings first = new ScriptedEmbeddings();
    private final ScriptedEmbeddings second = new ScriptedEmbeddings();
    private final Usual usual = new Usual();
    private PostgresEmbeddingModels models;
    private PostgresKnowledgeBases bases;
    private PostgresDocuments documents;
    private ModelEmbedders embedders;

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
        models = new PostgresEmbeddingModels(database.pool());
        bases = new PostgresKnowledgeBases(database.pool());
        documents = new PostgresDocuments(database.pool(), QUOTA);
        embedders = embedders();
    }

    @AfterEach
    void endpointsEnd() {
        first.close();
        second.close();
    }

    @Test
    void aBaseIsIndexedAndFoundWithTheModelThatItNames() {
        tell("w", "m", 1, said(first, "tiny", "KEY"));
        base("w", "animals", "m");
        give("w", "animals", "cat", WHISKERS);
        give("w", "animals", "car", MOTOR);

        index();

        assertThat(status("w", "animals", "cat")).isEqualTo(DocumentStatus.INDEXED);
        assertThat(found("w", "purr", "animals")).containsExactly("cat", "car");
        assertThat(best("w", "purr", "animals").distance()).isLessThan(0.1);
        assertThat(first.asked)
                .allSatisfy(asked -> assertThat(asked.authorization()).isEqualTo("Bearer " + ScriptedEmbeddings.KEY));
        assertThat(usual.asked).isZero();
        assertThat(await(bases.waiting("w", "animals"))).isZero();
    }

    @Test
    void severalBasesWithSeveralModelsAreAskedTogetherAndTheirVectorsAreNeverCompared() {
        tell("w", "m", 1, said(first, "tiny", null));
        tell("w", "n", 1, said(second, "tiny", null));
        base("w", "animals", "m");
        base("w", "machines", "n");
        base("w", "rest", null);
        give("w", "animals", "cat", WHISKERS);
        give("w", "machines", "car", MOTOR);
        give("w", "rest", "other", "Nothing of the kind.");
        index();
        indexUsual();
        first.asked.clear();
        second.asked.clear();

        List<String> found = found("w", "engine", "animals", "machines", "rest");

        assertThat(found).containsExactlyInAnyOrder("cat", "car", "other");
        assertThat(first.texts()).containsExactly("engine");
        assertThat(second.texts()).containsExactly("engine");
        assertThat(database.count("from (select distinct embedded_by from context.knowledge_chunks) x"))
                .isEqualTo(3);
        assertThat(passages("w", "engine", "machines").getFirst().distance()).isLessThan(0.1);
        assertThat(passages("w", "engine", "animals").getFirst().distance()).isGreaterThan(0.5);
    }

    @Test
    void anotherModelIndexesTheBaseAgainAndWordsFindItMeanwhile() {
        tell("w", "m", 1, said(first, "tiny", null));
        tell("w", "n", 1, said(second, "tiny", null));
        base("w", "kb", "m");
        give("w", "kb", "car", MOTOR);
        index();

        await(bases.replace(of("w", "kb", "n"), Optional.empty()));

        assertThat(await(bases.waiting("w", "kb"))).isOne();
        assertThat(found("w", "engine", "kb")).isEmpty();
        assertThat(best("w", "oil", "kb").distance()).isEqualTo(1.0);
        index();
        assertThat(second.texts()).contains(MOTOR);
        assertThat(best("w", "engine", "kb").distance()).isLessThan(0.1);
    }

    @Test
    void aModelThatIsAskedElsewhereIndexesItsBasesAgainAndANewKeyDoesNot() {
        tell("w", "m", 1, said(first, "tiny", null));
        base("w", "kb", "m");
        give("w", "kb", "car", MOTOR);
        index();

        tell("w", "m", 2, said(first, "tiny", "KEY"));
        assertThat(status("w", "kb", "car")).isEqualTo(DocumentStatus.INDEXED);
        tell("w", "m", 3, said(second, "tiny", "KEY"));
        assertThat(status("w", "kb", "car")).isEqualTo(DocumentStatus.PENDING);
        index();

        assertThat(second.texts()).contains(MOTOR);
        assertThat(best("w", "engine", "kb").distance()).isLessThan(0.1);
    }

    @Test
    void whatIsToldTwiceOrLateChangesNothing() {
        assertThat(tell("w", "m", 5, said(first, "tiny", null))).isEqualTo(5);
        base("w", "kb", "m");
        give("w", "kb", "car", MOTOR);
        index();

        assertThat(tell("w", "m", 5, said(second, "other", null))).isEqualTo(5);
        assertThat(tell("w", "m", 4, said(second, "other", null))).isEqualTo(5);
        assertThat(tell("w", "m", 3, null)).isEqualTo(5);

        assertThat(status("w", "kb", "car")).isEqualTo(DocumentStatus.INDEXED);
        assertThat(await(models.find("w", "m")).orElseThrow().baseUrl()).isEqualTo(first.url());
    }

    @Test
    void aModelThatIsGoneIsNotBroughtBackByWhatComesLateAndItsBasesAreFoundByWords() {
        tell("w", "m", 1, said(first, "tiny", null));
        base("w", "kb", "m");
        give("w", "kb", "car", MOTOR);
        index();

        tell("w", "m", 3, null);
        assertThat(tell("w", "m", 2, said(first, "tiny", null))).isEqualTo(3);
        give("w", "kb", "cat", WHISKERS);
        int asked = first.asked.size();
        index();

        assertThat(found("w", "engine", "kb")).isEmpty();
        assertThat(found("w", "oil", "kb")).containsExactly("car");
        assertThat(status("w", "kb", "cat")).isEqualTo(DocumentStatus.PENDING);
        assertThat(first.asked).hasSize(asked);
        tell("w", "m", 4, said(first, "tiny", null));
        index();
        assertThat(status("w", "kb", "cat")).isEqualTo(DocumentStatus.INDEXED);
        assertThat(found("w", "engine", "kb")).containsExactly("car", "cat");
    }

    @Test
    void aModelThatIsTurnedOffIsAskedNothing() {
        tell("w", "m", 1, said(first, "tiny", null));
        base("w", "kb", "m");
        give("w", "kb", "car", MOTOR);
        index();
        tell("w", "m", 2, off(said(first, "tiny", null)));
        int asked = first.asked.size();

        assertThat(found("w", "engine", "kb")).isEmpty();
        assertThat(found("w", "oil", "kb")).containsExactly("car");

        assertThat(first.asked).hasSize(asked);
        tell("w", "m", 3, said(first, "tiny", null));
        assertThat(status("w", "kb", "car")).isEqualTo(DocumentStatus.INDEXED);
        assertThat(found("w", "engine", "kb")).containsExactly("car");
    }

    @Test
    void troubleOfOneEndpointLetsThatModelRestAndNobodyElseWait() {
        tell("w", "ill", 1, said(first, "tiny", null));
        tell("w", "well", 1, said(second, "tiny", null));
        base("w", "a", "ill");
        base("w", "b", "well");
        give("w", "a", "one", WHISKERS);
        give("w", "a", "two", MOTOR);
        give("w", "b", "three", WHISKERS);
        first.scriptAll(ScriptedEmbeddings.json(401, ""));

        index();

        assertThat(status("w", "b", "three")).isEqualTo(DocumentStatus.INDEXED);
        assertThat(status("w", "a", "one")).isEqualTo(DocumentStatus.PENDING);
        assertThat(first.asked).as("one document was tried, and then it rests").hasSize(1);
        first.script();
        tell("w", "ill", 2, said(first, "tiny", "KEY"));
        index();
        assertThat(await(bases.waiting("w", "a"))).isZero();
    }

    @Test
    void troubleLastsLongerTheMoreOftenItComesAndIsForgottenWhenItIsOver() {
        tell("w", "m", 1, said(first, "tiny", null));
        base("w", "kb", "m");
        give("w", "kb", "car", MOTOR);
        first.scriptAll(ScriptedEmbeddings.json(401, ""));
        for (int i = 1; i <= 6; i++) {
            index();
            assertThat(rest()).isBetween(Math.min(30 * (1 << (i - 1)), 300) - 5, Math.min(30 * (1 << (i - 1)), 300));
            rested();
        }
        assertThat(status("w", "kb", "car"))
                .as("it is not the document's fault")
                .isEqualTo(DocumentStatus.PENDING);

        first.script();
        index();

        assertThat(status("w", "kb", "car")).isEqualTo(DocumentStatus.INDEXED);
        assertThat(database.count("from context.knowledge_models where troubles > 0"))
                .isZero();
    }

    @Test
    void asManyQuestionsAsMayWaitHoldNoDocumentUpAndLetNoModelRest() {
        EmbeddingModel model = answering("car", MOTOR);
        give("w", "kb", "cat", WHISKERS);
        int asked = first.asked.size();
        first.scriptAll(first.hanging());
        for (int i = 0; i < 20; i++) {
            embedders.of(model).embed(List.of("purr")).subscribe().with(done -> {}, why -> {});
        }
        await().until(() -> first.asked.size() == asked + 8);

        first.script();
        index();

        assertThat(status("w", "kb", "cat")).isEqualTo(DocumentStatus.INDEXED);
        assertThat(troubled()).isZero();
    }

    @Test
    void whoeverFindsNoPlaceForADocumentWaitsAndTheModelDoesNotRest() {
        EmbeddingModel model = answering("car", MOTOR);
        give("w", "kb", "cat", WHISKERS);
        int asked = first.asked.size();
        first.scriptAll(first.hanging());
        for (int i = 0; i < 3; i++) {
            embedders.ofDocuments(model).embed(List.of("x")).subscribe().with(done -> {}, why -> {});
        }
        await().until(() -> first.asked.size() == asked + 3);

        index();

        assertThat(status("w", "kb", "cat")).isEqualTo(DocumentStatus.PENDING);
        assertThat(troubled()).isZero();
        assertThat(database.count("from context.knowledge_models where rest_until > clock_timestamp()"))
                .isZero();
        embedders = embedders();
        first.script();
        rested();
        index();
        assertThat(status("w", "kb", "cat")).isEqualTo(DocumentStatus.INDEXED);
    }

    @Test
    void ofOneModelOneDocumentIsAtWorkAtATime() {
        tell("w", "m", 1, said(first, "tiny", null));
        tell("v", "m", 1, said(first, "tiny", null));
        base("w", "kb", "m");
        base("v", "kb", "m");
        give("w", "kb", "car", MOTOR);
        give("w", "kb", "cat", WHISKERS);
        give("v", "kb", "car", MOTOR);

        ModelWork.Claimed one = await(work().claim()).orElseThrow();
        ModelWork.Claimed two = await(work().claim()).orElseThrow();

        assertThat(List.of(one.workspaceId(), two.workspaceId())).containsExactlyInAnyOrder("v", "w");
        assertThat(await(work().claim())).isEmpty();
        assertThat(await(indexWork().claim("usual")))
                .as("not in the installation's lane")
                .isEmpty();
    }

    @Test
    void whoeverWorkedForAModelThatIsAnotherNowEndsNothing() {
        tell("w", "m", 1, said(first, "tiny", null));
        base("w", "kb", "m");
        give("w", "kb", "car", MOTOR);
        ModelWork.Claimed late = await(work().claim()).orElseThrow();
        String before = await(models.find("w", "m")).orElseThrow().vectors();

        tell("w", "m", 2, said(second, "tiny", null));

        assertThat(await(indexWork().done(late.claim(), before, 0))).isFalse();
        index();
        assertThat(second.texts()).contains(MOTOR);
        assertThat(first.asked).isEmpty();
    }

    @Test
    void whatWasEmbeddedBeforeAKillIsNotEmbeddedAgain() {
        tell("w", "m", 1, said(first, "tiny", null));
        base("w", "kb", "m");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            text.append("Sentence number ").append(i).append(" is about nothing at all. ");
        }
        give("w", "kb", "long", text.toString());
        // How many numbers a vector has, the first batch, and then no more.
        first.script(first.answered(), first.answered(), ScriptedEmbeddings.json(401, ""));
        index();
        assertThat(status("w", "kb", "long")).isEqualTo(DocumentStatus.PENDING);
        rested();

        index();

        assertThat(status("w", "kb", "long")).isEqualTo(DocumentStatus.INDEXED);
        List<String> texts = first.texts();
        long twice = texts.size() - texts.stream().distinct().count();
        assertThat(twice).as("only what the failed request had").isBetween(1L, 16L);
    }

    @Test
    void aReplicaOfBeforeThatIndexedItWithTheInstallationsModelIsMended() {
        tell("w", "m", 1, said(first, "tiny", null));
        base("w", "kb", "m");
        give("w", "kb", "car", MOTOR);
        database.rows("update context.knowledge_documents set status = 'indexed', embedded_by = 'usual',"
                + " indexed_revision = revision, indexed_chunks = 0");

        index();

        assertThat(first.texts()).contains(MOTOR);
        assertThat(best("w", "engine", "kb").distance()).isLessThan(0.1);
    }

    @Test
    void aChangeOfTheInstallationsModelLeavesBasesWithAModelAlone() {
        tell("w", "m", 1, said(first, "tiny", null));
        base("w", "kb", "m");
        give("w", "kb", "car", MOTOR);
        index();

        await(indexWork().choose("usual"));
        await(indexWork().choose("another"));
        await(indexWork().choose("another"));

        assertThat(status("w", "kb", "car")).isEqualTo(DocumentStatus.INDEXED);
    }

    @Test
    void dimensionsAreSaidOrLearnedOnceForEveryReplica() {
        tell("w", "m", 1, said(first, "tiny", null));
        base("w", "kb", "m");
        give("w", "kb", "car", MOTOR);
        index();
        assertThat(await(models.find("w", "m")).orElseThrow().dimensions()).isEqualTo(ScriptedEmbeddings.DIMENSIONS);
        int asked = first.asked.size();

        embedders = embedders();
        assertThat(best("w", "engine", "kb").distance()).isLessThan(0.1);
        assertThat(first.asked).as("no second sample").hasSize(asked + 1);

        ObjectNode extra = JsonNodeFactory.instance.objectNode().put("dimensions", 2);
        tell("w", "m", 2, new EmbeddingModelTelling.Said(first.url(), "tiny", null, extra, true));
        index();
        assertThat(first.asked.getLast().body().path("dimensions").asInt()).isEqualTo(2);
        assertThat(status("w", "kb", "car")).as("it answers with three").isEqualTo(DocumentStatus.PENDING);
    }

    @Test
    void aBaseNamesOnlyModelsOfItsWorkspaceThatAreOnAndWhoseKeyItMayUse() {
        tell("w", "m", 1, said(first, "tiny", "KEY"));
        tell("w", "off", 1, off(said(first, "tiny", null)));
        tell("w", "gone", 1, said(first, "tiny", null));
        tell("w", "gone", 2, null);
        tell("w", "foreign-key", 1, said(first, "tiny", "OF_V"));
        tell("w", "no-key", 1, said(first, "tiny", "NONE"));
        tell("v", "theirs", 1, said(first, "tiny", "OF_V"));

        assertThat(await(choice().checked(of("w", "kb", "m")))).isEqualTo(of("w", "kb", "m"));
        assertThat(await(choice().checked(of("v", "kb", "theirs")))).isNotNull();
        assertThat(await(choice().checked(of("w", "kb", null)))).isNotNull();
        for (String wrong : List.of("off", "gone", "foreign-key", "no-key", "theirs", "never")) {
            assertThatThrownBy(() -> await(choice().checked(of("w", "kb", wrong))))
                    .as(wrong)
                    .isInstanceOfSatisfying(InvalidFieldException.class, why -> assertThat(why.field())
                            .isEqualTo("embedding_model"));
        }
    }

    @Test
    void nothingIsSentWithoutTheKeyThatIsNamed() {
        tell("w", "m", 1, said(first, "tiny", "OF_V"));
        base("w", "kb", "m");
        give("w", "kb", "car", MOTOR);

        index();

        assertThat(first.asked).isEmpty();
        assertThat(status("w", "kb", "car")).isEqualTo(DocumentStatus.PENDING);
        assertThat(found("w", "oil", "kb")).isEmpty();
        assertThat(embedders.toString() + await(models.find("w", "m"))).doesNotContain(ScriptedEmbeddings.KEY);
    }

    @Test
    void tombstonesAreForgottenAfterAMonth() {
        tell("w", "old", 1, null);
        database.rows("update context.knowledge_models set told_at = told_at - interval '31 days'");

        tell("w", "new", 1, null);

        assertThat(database.rows("select model_id from context.knowledge_models").stream()
                        .map(row -> row.getString(0)))
                .containsExactly("new");
    }

    /** It has a document already. */
    private EmbeddingModel answering(String id, String text) {
        tell("w", "m", 1, said(first, "tiny", null));
        base("w", "kb", "m");
        give("w", "kb", id, text);
        index();
        return await(models.find("w", "m")).orElseThrow();
    }

    private static long troubled() {
        return database.count("from context.knowledge_models where troubles > 0");
    }

    private static int rest() {
        return database.rows("select extract(epoch from rest_until - clock_timestamp()) from context.knowledge_models")
                .getFirst()
                .getNumeric(0)
                .bigDecimalValue()
                .intValue();
    }

    private static void rested() {
        database.rows("update context.knowledge_models set rest_until = clock_timestamp()");
        database.rows("update context.knowledge_documents set due_at = clock_timestamp()");
    }

    private long tell(String workspace, String model, long revision, EmbeddingModelTelling.@Nullable Said said) {
        EmbeddingModelTelling telling = new EmbeddingModelTelling(workspace, model, revision, said);
        return await(models.tell(telling, said == null ? null : EmbeddingModel.of(telling, said)));
    }

    private static EmbeddingModelTelling.Said said(ScriptedEmbeddings at, String model, @Nullable String key) {
        return new EmbeddingModelTelling.Said(at.url(), model, key, JsonNodeFactory.instance.objectNode(), true);
    }

    private static EmbeddingModelTelling.Said off(EmbeddingModelTelling.Said said) {
        return new EmbeddingModelTelling.Said(said.baseUrl(), said.model(), said.apiKeyRef(), said.extraArgs(), false);
    }

    private void base(String workspace, String kb, @Nullable String model) {
        await(bases.create(of(workspace, kb, model)));
    }

    private static KnowledgeBase of(String workspace, String kb, @Nullable String model) {
        return new KnowledgeBase(
                workspace, kb, "Name", null, KnowledgeBase.IN_PROCESS, model, new ChunkSizes(100, 0), 1);
    }

    private ModelChoice choice() {
        return new ModelChoice(models, embedders);
    }

    private static PostgresModelWork work() {
        return new PostgresModelWork(database.pool(), LONG, QUOTA);
    }

    private static PostgresIndexWork indexWork() {
        return new PostgresIndexWork(database.pool(), LONG, QUOTA);
    }

    private ModelEmbedders embedders() {
        Outbound outbound = new Outbound(
                vertx, new AddressRules(false, AllowList.parse(List.of("127.0.0.1/32"))), 32, Duration.ofSeconds(5));
        Secrets secrets = new Secrets(
                Map.of("KEY", ScriptedEmbeddings.KEY, "OF_V", ScriptedEmbeddings.KEY), Map.of("OF_V", Set.of("v")));
        return new ModelEmbedders(models, usual, secrets, endpoint -> new OpenAiEmbedder(outbound, endpoint, LIMIT));
    }

    private void index() {
        Readers readers = new Readers(Map.of(DocumentKind.TEXT, new PlainText()), Duration.ofSeconds(20));
        ModelLane lane = new ModelLane(work(), indexWork(), models, embedders, new Mending(work(), System::nanoTime));
        run(new Indexer(indexWork(), readers, lane, analysis));
    }

    private void indexUsual() {
        Readers readers = new Readers(Map.of(DocumentKind.TEXT, new PlainText()), Duration.ofSeconds(20));
        run(new Indexer(indexWork(), readers, usual, analysis));
    }

    private static void run(Indexer indexer) {
        int rounds = 0;
        while (indexer.next() && rounds++ < 20) {
            // Until nothing waits that can be done.
        }
    }

    private KnowledgePassage best(String workspace, String query, String... kbs) {
        return passages(workspace, query, kbs).getFirst();
    }

    private List<String> found(String workspace, String query, String... kbs) {
        return passages(workspace, query, kbs).stream()
                .map(passage -> passage.metadata().path("document_id").asText())
                .toList();
    }

    private List<KnowledgePassage> passages(String workspace, String query, String... kbs) {
        PostgresPassages passages = new PostgresPassages(database.pool());
        ExactVectors vectors =
                new ExactVectors(new PostgresVectorRows(database.pool()), new VectorCache(1_000_000), Runnable::run);
        Retrieval retrieval = new Retrieval(embedders, analysis, vectors, passages, passages);
        Scope scope = new Scope(workspace, List.of(kbs), JsonNodeFactory.instance.objectNode());
        return ((Retrieval.Outcome.Found) await(retrieval.find(scope, query, 5))).passages();
    }

    private void give(String workspace, String kb, String id, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            Content content =
                    ((Upload.Taken) Upload.take(new ByteArrayInputStream(bytes), workspace, documents)).content();
            await(documents.keep(new NewDocument(
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

    private DocumentStatus status(String workspace, String kb, String id) {
        return await(documents.find(workspace, kb, id)).map(Document::status).orElseThrow();
    }

    /** The installation's: the same vector of every text. */
    private static final class Usual implements Embedder {
        int asked;

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
            asked++;
            return Uni.createFrom()
                    .item(texts.stream().map(any -> new float[] {1, 0, 0, 0}).toList());
        }
    }
}
