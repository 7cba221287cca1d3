package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a grant with more models than one query of the catalogue. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class ManyModelsTest extends ModelCase {
    private static final List<String> NAMES =
            IntStream.range(0, 600).mapToObj(i -> "many-" + i).toList();

    @Inject
    Pool pool;

    @BeforeEach
    void theyAreInTheCatalogue() {
        run("""
                INSERT INTO runs.models (workspace_id, model_id, document)
                SELECT 'ws-1', 'many-' || i, jsonb_build_object('kind', 'chat', 'model', 'small', 'context_window', i + 1,
                    'provider', jsonb_build_object('base_url', 'https://models.example/v1'))
                FROM generate_series(0, 599) AS i""");
    }

    @AfterEach
    void theyAreGone() {
        run("DELETE FROM runs.models WHERE model_id LIKE 'many-%'");
    }

    @Test
    void grantsManyModels() {
        execution.close();

        start(ClaimedRuns.claimed(
                ClaimedRuns.message(),
                ClaimedRuns.binding(
                        new ResourcePolicy(
                                NAMES, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), null),
                        StatePolicy.defaults(),
                        DeliveryPolicy.defaults(),
                        JsonNodeFactory.instance.objectNode()),
                1,
                Instant.now().plusSeconds(60)));

        assertThat(runRequest.at("/data/context/resources/models").findValuesAsText("model_id"))
                .containsExactlyElementsOf(NAMES);
        assertThat(runRequest
                        .at("/data/context/resources/models/599/context_window")
                        .intValue())
                .isEqualTo(600);
    }

    private void run(String sql) {
        pool.query(sql).executeAndAwait();
    }
}
