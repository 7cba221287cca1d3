package dev.agenthost.orchestrator.lifecycle.postgres;

import static dev.agenthost.orchestrator.lifecycle.postgres.RunsReplica.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunCursor;
import dev.agenthost.orchestrator.run.RunFilter;
import dev.agenthost.orchestrator.run.RunFilter.Within;
import dev.agenthost.orchestrator.run.RunListQuery;
import dev.agenthost.orchestrator.run.RunStatus;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.orchestrator.walk.ScriptedRunners;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.topic.ConversationKey;
import java.time.Instant;
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
    void pagesListEachRunOfAConversationOnceNewestFirst() {
        List<Resolution> runs =
                IntStream.range(0, 5).mapToObj(i -> RunRequests.in("here", "x")).toList();
        runs.forEach(run -> one.admit(run, 5));
        one.admit(RunRequests.in("elsewhere", "x"), 5);

        List<RunId> listed = new ArrayList<>();
        RunCursor before = null;
        for (List<RunView> page = page(runs.getFirst(), RUNNER, ALL, before, 2);
                !page.isEmpty();
                page = page(runs.getFirst(), RUNNER, ALL, before, 2)) {
            assertThat(page).hasSizeLessThanOrEqualTo(2);
            page.forEach(run -> listed.add(run.runId()));
            before = RunCursor.of(page.getLast());
        }

        assertThat(listed)
                .containsExactlyElementsOf(
                        runs.reversed().stream().map(Resolution::runId).toList());
    }

    @Test
    void runsOfAnotherRunnerAndOfAnotherWorkspaceAreNotListed() {
        Resolution run = RunRequests.in("here", "x");
        one.admit(run, 5);

        assertThat(page(run, RunnerId.parse("plugin:a/b/c"), ALL, null, 10)).isEmpty();
        assertThat(done(two.runs.page(new RunListQuery(
                        "other", RunFilter.of(RUNNER, run.event().conversationKey(), ALL), null, 10))))
                .isEmpty();
    }

    @Test
    void listsOnlyTheRequestedStatuses() {
        ClaimedRun ended = claimed(one, RunRequests.in("here", "x"));
        one.store(ended);
        Resolution waiting = RunRequests.in("here", "x");
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

    @Test
    void aWorkspacesRunsAreNarrowedByBotConversationThreadCodeAndTime() {
        Resolution here = RunRequests.in("here", "x");
        ClaimedRun ended = claimed(one, here);
        one.store(ended);
        Resolution there = RunRequests.in("there", "x");
        one.admit(there, 5);
        Instant now = Instant.now();

        assertThat(list(new Within.Workspace(), null, null, null)).containsExactly(there.runId(), here.runId());
        assertThat(list(new Within.Keys(ConversationKey.prefix("demo", "demo", null)), null, null, null))
                .containsExactly(there.runId(), here.runId());
        assertThat(list(new Within.Keys(ConversationKey.prefix("demo", "other", null)), null, null, null))
                .isEmpty();
        assertThat(list(new Within.Keys(ConversationKey.prefix("demo", "demo", "here")), null, null, null))
                .containsExactly(here.runId());
        assertThat(list(new Within.Thread(there.event().conversationKey()), null, null, null))
                .containsExactly(there.runId());
        String code = view(key(here)).outcome().code();
        assertThat(list(new Within.Workspace(), code, null, null)).containsExactly(here.runId());
        assertThat(list(new Within.Workspace(), null, now.minusSeconds(60), now.plusSeconds(60)))
                .hasSize(2);
        assertThat(list(new Within.Workspace(), null, now.plusSeconds(60), null))
                .isEmpty();
        assertThat(list(new Within.Workspace(), null, null, now.minusSeconds(60)))
                .isEmpty();
    }

    private List<RunId> list(Within within, @Nullable String code, @Nullable Instant since, @Nullable Instant until) {
        RunFilter filter = new RunFilter(within, null, ALL, code, since, until);
        return done(two.runs.page(new RunListQuery("demo", filter, null, 10))).stream()
                .map(RunView::runId)
                .toList();
    }

    private List<RunView> page(
            Resolution like, RunnerId runner, Set<RunStatus> statuses, @Nullable RunCursor before, int limit) {
        return done(two.runs.page(new RunListQuery(
                "demo", RunFilter.of(runner, like.event().conversationKey(), statuses), before, limit)));
    }
}
