package dev.agenthost.orchestrator.projection.postgres;

import static dev.agenthost.orchestrator.projection.GraphViews.view;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.RunsDatabase;
import dev.agenthost.orchestrator.projection.GraphView;
import dev.agenthost.orchestrator.projection.GraphViewRepository;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.result.UiStatus;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
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
        put(view(first, 1, "g", UiStatus.RUNNING));
        put(view(first, 2, "g", UiStatus.WAITING));
        put(view(second, 1, "g", UiStatus.COMPLETED));

        GraphView later = view(second, 1, "g", UiStatus.COMPLETED);
        assertThat(list(first))
                .containsExactly(new GraphView(
                        later.conversation(),
                        first.key(),
                        first.resolution().event().eventId(),
                        later.projection(),
                        later.latest()));
    }

    @Test
    void aViewOfAnEarlierAttemptOrResultNeverReplacesANewerOne() {
        ClaimedRun again = ClaimedRuns.claimed(
                first.resolution().event(),
                first.binding(),
                2,
                first.deadlineAt().plusSeconds(60));
        put(view(again, 2, "g", UiStatus.COMPLETED));
        put(view(again, 1, "g", UiStatus.RUNNING));
        put(view(first, 9, "g", UiStatus.WAITING));

        assertThat(list(first))
                .extracting(GraphView::latest)
                .containsExactly(view(again, 2, "g", UiStatus.COMPLETED).latest());
        assertThat(list(first))
                .extracting(GraphView::projection)
                .containsExactly(view(again, 2, "g", UiStatus.COMPLETED).projection());
    }

    /** Two replicas believe that they own the run; each writes in its own order, and both at once. */
    @Test
    void ofTheViewsOfTwoReplicasAtOnceTheNewestOneStays() {
        ClaimedRun again = ClaimedRuns.claimed(
                first.resolution().event(),
                first.binding(),
                2,
                first.deadlineAt().plusSeconds(60));
        for (int round = 0; round < 20; round++) {
            String graph = "g" + round;
            List<Uni<Void>> writes = new ArrayList<>();
            for (int ordinal = 1; ordinal <= 20; ordinal++) {
                writes.add(views.put(view(first, ordinal, graph, UiStatus.RUNNING)));
                writes.add(
                        views.put(view(again, ordinal, graph, ordinal == 20 ? UiStatus.COMPLETED : UiStatus.BLOCKED)));
            }
            Collections.shuffle(writes, new Random(round));
            Uni.join().all(writes).andFailFast().await().indefinitely();
        }

        assertThat(list(first)).hasSize(20).allSatisfy(stored -> {
            assertThat(stored.latest())
                    .isEqualTo(view(again, 20, "g", UiStatus.COMPLETED).latest());
            assertThat(stored.projection().status()).isEqualTo(UiStatus.COMPLETED);
        });
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
    void graphsThatHaveNotEndedAreListedAfterAnyNumberOfNewerOnes() {
        admit(second, "running", null);
        put(view(second, "runs", UiStatus.RUNNING));
        put(view(first, "waits", UiStatus.WAITING));
        put(view(first, "ended", UiStatus.FAILED));
        put(view(first, "lost", UiStatus.RUNNING));
        put(view(first, "cancelled", UiStatus.WAITING));
        pool.query("UPDATE runs.graph_views SET cancelled_at = clock_timestamp() WHERE graph_run_id = 'cancelled'")
                .executeAndAwait();
        for (int i = 0; i < GraphViewRepository.MOST; i++) {
            put(view(first, "g" + i, UiStatus.COMPLETED));
        }

        assertThat(list(first))
                .extracting(GraphView::projection)
                .extracting(UiProjection::runId)
                .hasSize(GraphViewRepository.MOST + 2)
                .startsWith("g49")
                .endsWith("g0", "waits", "runs");
    }

    @Test
    void ofTheGraphsThatHaveNotEndedTheLatestAreListed() {
        for (int i = 0; i <= GraphViewRepository.MOST; i++) {
            put(view(first, "w" + i, UiStatus.WAITING));
        }
        for (int i = 0; i < GraphViewRepository.MOST; i++) {
            put(view(first, "g" + i, UiStatus.COMPLETED));
        }

        assertThat(list(first))
                .extracting(GraphView::projection)
                .extracting(UiProjection::runId)
                .hasSize(2 * GraphViewRepository.MOST)
                .endsWith("w2", "w1");
    }

    @Test
    void aCancelledViewIsShownAsCancelledUntilANewerOneComes() {
        put(view(first, 1, "g", UiStatus.WAITING));
        pool.query("UPDATE runs.graph_views SET cancelled_at = clock_timestamp()")
                .executeAndAwait();
        put(view(first, 1, "g", UiStatus.WAITING));

        GraphView cancelled = list(first).getFirst();
        assertThat(cancelled.projection().status()).isEqualTo(UiStatus.CANCELED);
        assertThat(cancelled.projection().progress()).isEqualTo(new UiProjection.Progress(0, 1, 0, 1));
        assertThat(cancelled.projection().actions().getFirst().status()).isEqualTo(UiStatus.CANCELED);

        admit(second, "running", null);
        put(view(second, 1, "g", UiStatus.RUNNING));
        assertThat(list(first).getFirst().projection().status()).isEqualTo(UiStatus.RUNNING);
    }

    /** The end of such a run withdraws its question and marks its views. */
    @Test
    void aGraphThatItsRunLeftAtTheDeadlineHasFailedAndOneThatWaitedIsCancelled() {
        put(view(first, 1, "ran", UiStatus.RUNNING));
        put(view(first, 2, "waited", UiStatus.WAITING));
        end(first, "deadline_exceeded");
        pool.query("UPDATE runs.graph_views SET cancelled_at = clock_timestamp()")
                .executeAndAwait();

        assertThat(list(first))
                .extracting(GraphView::projection)
                .extracting(UiProjection::runId, UiProjection::status)
                .containsExactlyInAnyOrder(tuple("ran", UiStatus.FAILED), tuple("waited", UiStatus.CANCELED));

        end(first, "waiting");
        assertThat(list(first))
                .extracting(GraphView::projection)
                .extracting(UiProjection::status)
                .containsOnly(UiStatus.CANCELED);
    }

    @Test
    void aGraphOfARunThatEndedRunsNoLonger() {
        admit(first, "running", null);
        put(view(first, 1, "g", UiStatus.RUNNING));
        assertThat(list(first).getFirst().projection().status()).isEqualTo(UiStatus.RUNNING);

        admit(first, "ended", null);
        UiProjection lost = list(first).getFirst().projection();
        assertThat(lost.status()).isEqualTo(UiStatus.FAILED);
        assertThat(lost.actions().getFirst().status()).isEqualTo(UiStatus.FAILED);
        assertThat(lost.progress()).isEqualTo(new UiProjection.Progress(1, 1));

        admit(first, "ended", "clock_timestamp()");
        assertThat(list(first).getFirst().projection().status()).isEqualTo(UiStatus.CANCELED);
        put(view(first, 2, "g", UiStatus.WAITING));
        assertThat(list(first).getFirst().projection().status()).isEqualTo(UiStatus.WAITING);
        put(view(first, 3, "g", UiStatus.COMPLETED));
        assertThat(list(first).getFirst().projection().status()).isEqualTo(UiStatus.COMPLETED);
    }

    @Test
    void aViewThatAnEarlierBuildHasWrittenIsListedAndReplaced() {
        put(view(first, 1, "g", UiStatus.WAITING));
        pool.query("UPDATE runs.graph_views SET latest_run_id = DEFAULT, origin_run_id = DEFAULT, claimed_at = DEFAULT,"
                        + " ordinal = DEFAULT")
                .executeAndAwait();

        assertThat(list(first).getFirst().latest().runId()).isEqualTo(first.runId());
        put(view(first, 1, "g", UiStatus.COMPLETED));
        assertThat(list(first).getFirst().projection().status()).isEqualTo(UiStatus.COMPLETED);
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

    private static void admit(ClaimedRun run, String state, @Nullable String cancelled) {
        pool.query("""
                        INSERT INTO runs.runs (workspace_id, run_id, conversation_key, request_offset, state, serialized, attempt, owner,
                            retry, queue_seconds, run_seconds, trace_id, admitted_at, claimed_at, terminal, cancel_requested_at)
                        VALUES ('%s', '%s', 'c', 1, '%s', true, 1, gen_random_uuid(), 'never', 60, 60, '', now(), now(), '\\x00', %s)
                        ON CONFLICT (workspace_id, run_id)
                            DO UPDATE SET state = excluded.state, cancel_requested_at = excluded.cancel_requested_at""".formatted(run.key().workspaceId(), run.runId().value(), state, cancelled))
                .executeAndAwait();
    }

    private static void end(ClaimedRun run, String code) {
        admit(run, "ended", null);
        pool.query("UPDATE runs.runs SET outcome_code = '%s', outcome_type = '%s' WHERE run_id = '%s'"
                        .formatted(
                                code,
                                code.equals("waiting") ? "run.completed" : "run.failed",
                                run.runId().value()))
                .executeAndAwait();
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
