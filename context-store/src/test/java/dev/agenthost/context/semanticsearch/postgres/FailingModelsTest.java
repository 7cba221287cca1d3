package dev.agenthost.context.semanticsearch.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.context.fixture.ScriptedEmbeddings;
import dev.agenthost.context.semanticsearch.embedding.EmbeddingModel;
import dev.agenthost.context.semanticsearch.knowledge.DocumentStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests endpoints that fail, do not answer, or get more requests than permitted. */
class FailingModelsTest extends ModelsOfWorkspacesCase {
    @Test
    void aFailingEndpointPausesItsModelOnly() {
        describe("w", "ill", 1, description(first, "tiny", null));
        describe("w", "well", 1, description(second, "tiny", null));
        base("w", "a", "ill");
        base("w", "b", "well");
        put("w", "a", "one", WHISKERS);
        put("w", "a", "two", MOTOR);
        put("w", "b", "three", WHISKERS);
        first.scriptAll(ScriptedEmbeddings.json(401, ""));

        index();

        assertThat(status("w", "b", "three")).isEqualTo(DocumentStatus.INDEXED);
        assertThat(status("w", "a", "one")).isEqualTo(DocumentStatus.PENDING);
        assertThat(first.received)
                .as("one document was tried, and then it rests")
                .hasSize(1);
        first.script();
        describe("w", "ill", 2, description(first, "tiny", "KEY"));
        index();
        assertThat(await(bases.waiting("w", "a"))).isZero();
    }

    @Test
    void thePauseGrowsWithEachFailureAndIsResetBySuccess() {
        describe("w", "m", 1, description(first, "tiny", null));
        base("w", "kb", "m");
        put("w", "kb", "car", MOTOR);
        first.scriptAll(ScriptedEmbeddings.json(401, ""));
        for (int i = 1; i <= 6; i++) {
            index();
            assertThat(pauseModel())
                    .isBetween(Math.min(30 * (1 << (i - 1)), 300) - 5, Math.min(30 * (1 << (i - 1)), 300));
            rested();
        }
        assertThat(status("w", "kb", "car"))
                .as("it is not the document's fault")
                .isEqualTo(DocumentStatus.PENDING);

        first.script();
        index();

        assertThat(status("w", "kb", "car")).isEqualTo(DocumentStatus.INDEXED);
        assertThat(database.count("from context.knowledge_models where failures > 0"))
                .isZero();
    }

    @Test
    void waitingQueriesDelayNoDocumentAndPauseNoModel() {
        EmbeddingModel model = answering("car", MOTOR);
        put("w", "kb", "cat", WHISKERS);
        int received = first.received.size();
        first.scriptAll(first.hanging());
        for (int i = 0; i < 20; i++) {
            embedders.of(model).embed(List.of("purr")).subscribe().with(done -> {}, why -> {});
        }
        await().until(() -> first.received.size() == received + 8);

        first.script();
        index();

        assertThat(status("w", "kb", "cat")).isEqualTo(DocumentStatus.INDEXED);
        assertThat(troubled()).isZero();
    }

    @Test
    void aDocumentWithoutASlotWaitsAndTheModelIsNotPaused() {
        EmbeddingModel model = answering("car", MOTOR);
        put("w", "kb", "cat", WHISKERS);
        int received = first.received.size();
        first.scriptAll(first.hanging());
        for (int i = 0; i < 3; i++) {
            embedders.ofDocuments(model).embed(List.of("x")).subscribe().with(done -> {}, why -> {});
        }
        await().until(() -> first.received.size() == received + 3);

        index();

        assertThat(status("w", "kb", "cat")).isEqualTo(DocumentStatus.PENDING);
        assertThat(troubled()).isZero();
        assertThat(database.count("from context.knowledge_models where paused_until > clock_timestamp()"))
                .isZero();
        embedders = embedders();
        first.script();
        rested();
        index();
        assertThat(status("w", "kb", "cat")).isEqualTo(DocumentStatus.INDEXED);
    }

    @Test
    void chunksEmbeddedBeforeAKillAreReused() {
        describe("w", "m", 1, description(first, "tiny", null));
        base("w", "kb", "m");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            text.append("Sentence number ").append(i).append(" is about nothing at all. ");
        }
        put("w", "kb", "long", text.toString());
        // Answers the request for the dimensions and the first batch, and then no more.
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
    void nothingIsSentWithoutTheKeyThatIsNamed() {
        describe("w", "m", 1, description(first, "tiny", "OF_V"));
        base("w", "kb", "m");
        put("w", "kb", "car", MOTOR);

        index();

        assertThat(first.received).isEmpty();
        assertThat(status("w", "kb", "car")).isEqualTo(DocumentStatus.PENDING);
        assertThat(found("w", "oil", "kb")).isEmpty();
        assertThat(embedders.toString() + await(models.find("w", "m"))).doesNotContain(ScriptedEmbeddings.KEY);
    }
}
