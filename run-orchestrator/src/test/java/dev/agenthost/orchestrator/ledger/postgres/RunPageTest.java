package dev.agenthost.orchestrator.ledger.postgres;

import static dev.agenthost.orchestrator.ledger.postgres.Replica.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.run.RunPlace;
import dev.agenthost.orchestrator.run.RunStatus;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.orchestrator.run.RunsQuestion;
import dev.agenthost.orchestrator.walk.Runs;
import dev.agenthost.orchestrator.walk.ScriptedRunners;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.run.Resolution;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunPageTest extends TwoReplicas {
    private static final Set<RunStatus> ALL = EnumSet.allOf(RunStatus.class);
    private static final RunnerId RUNNER = RunnerId.parse(ScriptedRunners.RUNNER);

    @Test
    void pagesGoThroughAllOfAConversationNewestFirstAndEachOnce() {
        List<Resolution> runs =
                IntStream.range(0, 5).mapToObj(i -> Runs.in("here", "x")).toList();
        runs.forEach(run -> one.admit(run, 5));
        one.admit(Runs.in("elsewhere", "x"), 5);

        List<RunId> seen = new ArrayList<>();
        RunPlace before = null;
        for (List<RunView> page = page(runs.getFirst(), RUNNER, ALL, before, 2);
                !page.isEmpty();
                page = page(runs.getFirst(), RUNNER, ALL, before, 2)) {
            assertThat(page).hasSizeLessThanOrEqualTo(2);
            page.forEach(run -> seen.add(run.runId()));
            before = RunPlace.of(page.getLast());
        }

        assertThat(seen)
                .containsExactlyElementsOf(
                        runs.reversed().stream().map(Resolution::runId).toList());
    }

    @Test
    void runsOfAnotherRunnerAndOfAnotherWorkspaceAreNotListed() {
        Resolution run = Runs.in("here", "x");
        one.admit(run, 5);

        assertThat(page(run, RunnerId.parse("plugin:a/b/c"), ALL, null, 10)).isEmpty();
        assertThat(done(two.runs.page(new RunsQuestion("other", run.event().conversationKey(), RUNNER, ALL, null, 10))))
                .isEmpty();
    }

    @Test
    void onlyTheStatusesThatAreWantedAreListed() {
        ClaimedRun ended = claimed(one, Runs.in("here", "x"));
        one.store(ended);
        Resolution waiting = Runs.in("here", "x");
        one.admit(waiting, 5);

        for (RunStatus status : RunStatus.values()) {
            assertThat(page(waiting, RUNNER, Set.of(status), null, 10))
                    .as(status.wire())
                    .allSatisfy(run -> assertThat(run.status()).isEqualTo(status));
        }
        assertThat(page(waiting, RUNNER, Set.of(RunStatus.FAILED), null, 10))
                .extracting(RunView::runId)
                .containsExactly(ended.runId());
        assertThat(page(waiting, RUNNER, Set.of(RunStatus.QUEUED, RunStatus.RUNNING), null, 10))
                .extracting(RunView::runId)
                .containsExactly(waiting.runId());
        assertThat(page(waiting, RUNNER, Set.of(), null, 10)).isEmpty();
    }

    private List<RunView> page(
            Resolution like, RunnerId runner, Set<RunStatus> statuses, @Nullable RunPlace before, int limit) {
        return done(two.runs.page(
                new RunsQuestion("demo", like.event().conversationKey(), runner, statuses, before, limit)));
    }
}
