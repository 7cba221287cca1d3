package dev.agenthost.context.semanticsearch.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.semanticsearch.embedding.ModelTaskRepository;
import dev.agenthost.context.semanticsearch.knowledge.DocumentStatus;
import org.junit.jupiter.api.Test;

/** Tests descriptions of models by run-orchestrator, in any order. */
class ToldModelsTest extends ModelsOfWorkspacesCase {
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
    void whoeverWorkedForAModelThatIsAnotherNowEndsNothing() {
        tell("w", "m", 1, said(first, "tiny", null));
        base("w", "kb", "m");
        give("w", "kb", "car", MOTOR);
        ModelTaskRepository.Claimed late = await(work().claim()).orElseThrow();
        String before = await(models.find("w", "m")).orElseThrow().vectors();

        tell("w", "m", 2, said(second, "tiny", null));

        assertThat(await(indexWork().done(late.claim(), before, 0))).isFalse();
        index();
        assertThat(second.texts()).contains(MOTOR);
        assertThat(first.asked).isEmpty();
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
}
