package dev.agenthost.context.semanticsearch.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.context.fixture.ScriptedEmbeddings;
import dev.agenthost.context.semanticsearch.embedding.EmbeddingModel;
import dev.agenthost.context.semanticsearch.knowledge.DocumentStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Endpoints that fail, are silent or are asked for more than they may be. */
class ModelsInTroubleTest extends ModelsOfWorkspacesCase {
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
}
