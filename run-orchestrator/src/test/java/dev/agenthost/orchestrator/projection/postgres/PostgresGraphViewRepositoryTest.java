package dev.agenthost.orchestrator.projection.postgres;

import static dev.agenthost.orchestrator.projection.GraphViews.view;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.RunsDatabase;
import dev.agenthost.orchestrator.projection.GraphView;
import dev.agenthost.orchestrator.projection.GraphViewRepository;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.protocol.result.UiStatus;
import io.vertx.mutiny.sqlclient.Pool;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Views of graphs, in a real database. */
class PostgresGraphViewRepositoryTest {
    private static RunsDatabase database;
    private static Pool pool;

    private final GraphViewRepository views = new PostgresGraphViewRepository(pool);
    private final ClaimedRun first = ClaimedRuns.claimed();
    private final ClaimedRun second = ClaimedRuns.claimed();

    @BeforeAll
    static void open() {
        database = RunsDatabase.fresh();
        pool = database.pool();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void empty() {
        pool.query("TRUNCATE runs.graph_views").executeAndAwait();
    }

    @Test
    void aLaterViewReplacesTheOneBeforeItAndTheFirstRunStaysItsRun() {
        put(view(first, "g", UiStatus.RUNNING));
        put(view(first, "g", UiStatus.WAITING));
        put(view(second, "g", UiStatus.COMPLETED));

        assertThat(list(first)).containsExactly(view(first, "g", UiStatus.COMPLETED));
    }

    @Test
    void theLatestGraphIsTheFirstOfTheListAndTheListIsLimited() {
        for (int i = 0; i <= GraphViewRepository.MOST; i++) {
            put(view(first, "g" + i, UiStatus.COMPLETED));
        }

        assertThat(list(first))
                .hasSize(GraphViewRepository.MOST)
                .first()
                .isEqualTo(view(first, "g50", UiStatus.COMPLETED));
    }

    @Test
    void viewsOfAnotherWorkspaceOrConversationAreNotListed() {
        put(view(first, "g", UiStatus.COMPLETED));

        assertThat(list("other", first)).isEmpty();
        assertThat(views.list(
                                first.key().workspaceId(),
                                ClaimedRuns.message("elsewhere").conversationKey())
                        .await()
                        .indefinitely())
                .isEmpty();
    }

    private void put(GraphView view) {
        views.put(view).await().indefinitely();
    }

    private List<GraphView> list(ClaimedRun run) {
        return list(run.key().workspaceId(), run);
    }

    private List<GraphView> list(String workspace, ClaimedRun run) {
        return views.list(workspace, run.resolution().event().conversationKey())
                .await()
                .indefinitely();
    }
}
