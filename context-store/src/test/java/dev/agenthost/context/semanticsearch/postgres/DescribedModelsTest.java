package dev.agenthost.context.semanticsearch.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.semanticsearch.embedding.ModelTaskRepository;
import dev.agenthost.context.semanticsearch.knowledge.DocumentStatus;
import org.junit.jupiter.api.Test;

/** Tests descriptions of models by run-orchestrator, in any order. */
class DescribedModelsTest extends ModelsOfWorkspacesCase {
    @Test
    void anotherAddressReindexesTheBasesAndAnotherKeyDoesNot() {
        describe("w", "m", 1, description(first, "tiny", null));
        base("w", "kb", "m");
        put("w", "kb", "car", MOTOR);
        index();

        describe("w", "m", 2, description(first, "tiny", "KEY"));
        assertThat(status("w", "kb", "car")).isEqualTo(DocumentStatus.INDEXED);
        describe("w", "m", 3, description(second, "tiny", "KEY"));
        assertThat(status("w", "kb", "car")).isEqualTo(DocumentStatus.PENDING);
        index();

        assertThat(second.texts()).contains(MOTOR);
        assertThat(best("w", "engine", "kb").distance()).isLessThan(0.1);
    }

    @Test
    void repeatedAndLateDescriptionsChangeNothing() {
        assertThat(describe("w", "m", 5, description(first, "tiny", null))).isEqualTo(5);
        base("w", "kb", "m");
        put("w", "kb", "car", MOTOR);
        index();

        assertThat(describe("w", "m", 5, description(second, "other", null))).isEqualTo(5);
        assertThat(describe("w", "m", 4, description(second, "other", null))).isEqualTo(5);
        assertThat(describe("w", "m", 3, null)).isEqualTo(5);

        assertThat(status("w", "kb", "car")).isEqualTo(DocumentStatus.INDEXED);
        assertThat(await(models.find("w", "m")).orElseThrow().baseUrl()).isEqualTo(first.url());
    }

    @Test
    void aLateDescriptionDoesNotRestoreADeletedModel() {
        describe("w", "m", 1, description(first, "tiny", null));
        base("w", "kb", "m");
        put("w", "kb", "car", MOTOR);
        index();

        describe("w", "m", 3, null);
        assertThat(describe("w", "m", 2, description(first, "tiny", null))).isEqualTo(3);
        put("w", "kb", "cat", WHISKERS);
        int received = first.received.size();
        index();

        assertThat(found("w", "engine", "kb")).isEmpty();
        assertThat(found("w", "oil", "kb")).containsExactly("car");
        assertThat(status("w", "kb", "cat")).isEqualTo(DocumentStatus.PENDING);
        assertThat(first.received).hasSize(received);
        describe("w", "m", 4, description(first, "tiny", null));
        index();
        assertThat(status("w", "kb", "cat")).isEqualTo(DocumentStatus.INDEXED);
        assertThat(found("w", "engine", "kb")).containsExactly("car", "cat");
    }

    @Test
    void aDisabledModelGetsNoRequests() {
        describe("w", "m", 1, description(first, "tiny", null));
        base("w", "kb", "m");
        put("w", "kb", "car", MOTOR);
        index();
        describe("w", "m", 2, off(description(first, "tiny", null)));
        int received = first.received.size();

        assertThat(found("w", "engine", "kb")).isEmpty();
        assertThat(found("w", "oil", "kb")).containsExactly("car");

        assertThat(first.received).hasSize(received);
        describe("w", "m", 3, description(first, "tiny", null));
        assertThat(status("w", "kb", "car")).isEqualTo(DocumentStatus.INDEXED);
        assertThat(found("w", "engine", "kb")).containsExactly("car");
    }

    @Test
    void workForAChangedModelCompletesNothing() {
        describe("w", "m", 1, description(first, "tiny", null));
        base("w", "kb", "m");
        put("w", "kb", "car", MOTOR);
        ModelTaskRepository.Claimed late = await(work().claim()).orElseThrow();
        String before = await(models.find("w", "m")).orElseThrow().vectors();

        describe("w", "m", 2, description(second, "tiny", null));

        assertThat(await(indexWork().done(late.claim(), before, 0))).isFalse();
        index();
        assertThat(second.texts()).contains(MOTOR);
        assertThat(first.received).isEmpty();
    }

    @Test
    void tombstonesAreDeletedAfterAMonth() {
        describe("w", "old", 1, null);
        database.rows("update context.knowledge_models set described_at = described_at - interval '31 days'");

        describe("w", "new", 1, null);

        assertThat(database.rows("select model_id from context.knowledge_models").stream()
                        .map(row -> row.getString(0)))
                .containsExactly("new");
    }
}
