package dev.agenthost.context.semanticsearch.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.fixture.ScriptedEmbeddings;
import dev.agenthost.context.semanticsearch.embedding.ModelTaskRepository;
import dev.agenthost.context.semanticsearch.knowledge.DocumentStatus;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelChange;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests indexing and search with models of workspaces. */
class ModelsOfWorkspacesTest extends ModelsOfWorkspacesCase {
    @Test
    void aBaseIsIndexedAndFoundWithTheModelThatItNames() {
        describe("w", "m", 1, description(first, "tiny", "KEY"));
        base("w", "animals", "m");
        put("w", "animals", "cat", WHISKERS);
        put("w", "animals", "car", MOTOR);

        index();

        assertThat(status("w", "animals", "cat")).isEqualTo(DocumentStatus.INDEXED);
        assertThat(found("w", "purr", "animals")).containsExactly("cat", "car");
        assertThat(best("w", "purr", "animals").distance()).isLessThan(0.1);
        assertThat(first.received).allSatisfy(received -> assertThat(received.authorization())
                .isEqualTo("Bearer " + ScriptedEmbeddings.KEY));
        assertThat(usual.received).isZero();
        assertThat(await(bases.waiting("w", "animals"))).isZero();
    }

    @Test
    void basesOfSeveralModelsAreSearchedTogetherWithSeparateVectors() {
        describe("w", "m", 1, description(first, "tiny", null));
        describe("w", "n", 1, description(second, "tiny", null));
        base("w", "animals", "m");
        base("w", "machines", "n");
        base("w", "rest", null);
        put("w", "animals", "cat", WHISKERS);
        put("w", "machines", "car", MOTOR);
        put("w", "rest", "other", "Nothing of the kind.");
        index();
        indexUsual();
        first.received.clear();
        second.received.clear();

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
    void anotherModelReindexesTheBaseAndWordsFindItMeanwhile() {
        describe("w", "m", 1, description(first, "tiny", null));
        describe("w", "n", 1, description(second, "tiny", null));
        base("w", "kb", "m");
        put("w", "kb", "car", MOTOR);
        index();

        await(bases.replace(of("w", "kb", "n"), new ExpectedVersion.Any(), KnowledgeChanges.change()));

        assertThat(await(bases.waiting("w", "kb"))).isOne();
        assertThat(found("w", "engine", "kb")).isEmpty();
        assertThat(best("w", "oil", "kb").distance()).isEqualTo(1.0);
        index();
        assertThat(second.texts()).contains(MOTOR);
        assertThat(best("w", "engine", "kb").distance()).isLessThan(0.1);
    }

    @Test
    void oneDocumentOfEachModelIsIndexedAtATime() {
        describe("w", "m", 1, description(first, "tiny", null));
        describe("v", "m", 1, description(first, "tiny", null));
        base("w", "kb", "m");
        base("v", "kb", "m");
        put("w", "kb", "car", MOTOR);
        put("w", "kb", "cat", WHISKERS);
        put("v", "kb", "car", MOTOR);

        ModelTaskRepository.Claimed one = await(work().claim()).orElseThrow();
        ModelTaskRepository.Claimed two = await(work().claim()).orElseThrow();

        assertThat(List.of(one.workspaceId(), two.workspaceId())).containsExactlyInAnyOrder("v", "w");
        assertThat(await(work().claim())).isEmpty();
        assertThat(await(indexWork().claim("usual")))
                .as("not in the installation's lane")
                .isEmpty();
    }

    @Test
    void documentsIndexedByAnOlderReplicaAreRepaired() {
        describe("w", "m", 1, description(first, "tiny", null));
        base("w", "kb", "m");
        put("w", "kb", "car", MOTOR);
        database.rows("update context.knowledge_documents set status = 'indexed', embedded_by = 'usual',"
                + " indexed_revision = revision, indexed_chunks = 0");

        index();

        assertThat(first.texts()).contains(MOTOR);
        assertThat(best("w", "engine", "kb").distance()).isLessThan(0.1);
    }

    @Test
    void aChangeOfTheInstallationsModelKeepsBasesWithTheirOwnModel() {
        describe("w", "m", 1, description(first, "tiny", null));
        base("w", "kb", "m");
        put("w", "kb", "car", MOTOR);
        index();

        await(indexWork().choose("usual"));
        await(indexWork().choose("another"));
        await(indexWork().choose("another"));

        assertThat(status("w", "kb", "car")).isEqualTo(DocumentStatus.INDEXED);
    }

    @Test
    void dimensionsAreConfiguredOrLearnedOnceForEveryReplica() {
        describe("w", "m", 1, description(first, "tiny", null));
        base("w", "kb", "m");
        put("w", "kb", "car", MOTOR);
        index();
        assertThat(await(models.find("w", "m")).orElseThrow().dimensions()).isEqualTo(ScriptedEmbeddings.DIMENSIONS);
        int received = first.received.size();

        embedders = embedders();
        assertThat(best("w", "engine", "kb").distance()).isLessThan(0.1);
        assertThat(first.received).as("no second sample").hasSize(received + 1);

        ObjectNode extra = JsonNodeFactory.instance.objectNode().put("dimensions", 2);
        describe("w", "m", 2, new EmbeddingModelChange.Definition(first.url(), "tiny", null, extra, true));
        index();
        assertThat(first.received.getLast().body().path("dimensions").asInt()).isEqualTo(2);
        assertThat(status("w", "kb", "car")).as("it answers with three").isEqualTo(DocumentStatus.PENDING);
    }

    @Test
    void aBaseNamesOnlyModelsOfItsWorkspaceThatAreOnAndWhoseKeyItMayUse() {
        describe("w", "m", 1, description(first, "tiny", "KEY"));
        describe("w", "off", 1, off(description(first, "tiny", null)));
        describe("w", "gone", 1, description(first, "tiny", null));
        describe("w", "gone", 2, null);
        describe("w", "foreign-key", 1, description(first, "tiny", "OF_V"));
        describe("w", "no-key", 1, description(first, "tiny", "NONE"));
        describe("v", "theirs", 1, description(first, "tiny", "OF_V"));

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
}
