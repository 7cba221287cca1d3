package dev.agenthost.orchestrator.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Threads here are as many pieces as the test lets run. */
class FairWorkspaceExecutorTest {
    private final Queue<Runnable> handed = new ArrayDeque<>();
    private final List<String> done = new ArrayList<>();
    private final FairWorkspaceExecutor turns = new FairWorkspaceExecutor(handed::add);

    @Test
    void aWorkspaceUsesOneThread() {
        piece("slow", "1");
        piece("slow", "2");
        piece("other", "1");

        assertThat(handed).hasSize(2);
        run();
        run();
        assertThat(done).containsExactly("slow 1", "other 1");
    }

    @Test
    void workspacesTakeTurnsAfterEachTask() {
        for (String workspace : List.of("a", "a", "a", "b", "b", "c")) {
            piece(workspace, "x");
        }

        while (!handed.isEmpty()) {
            run();
        }

        assertThat(done).containsExactly("a x", "b x", "c x", "a x", "b x", "a x");
    }

    @Test
    void aFailedTaskDoesNotDelayOthers() {
        turns.execute("a", () -> {
            throw new IllegalStateException("no");
        });
        piece("a", "next");

        assertThatIllegalStateException().isThrownBy(this::run);
        run();

        assertThat(done).containsExactly("a next");
        assertThat(handed).isEmpty();
    }

    @Test
    void rejectsOnlyTheWorkspaceWithAFullQueue() {
        piece("a", "under way");
        for (int i = 0; i < FairWorkspaceExecutor.MOST_WAITING; i++) {
            piece("a", "waiting");
        }

        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> piece("a", "too much"));
        piece("b", "x");

        assertThat(handed).hasSize(2);
    }

    @Test
    void limitsTheNumberOfWorkspaces() {
        for (int i = 0; i < FairWorkspaceExecutor.MOST_WORKSPACES; i++) {
            piece("w" + i, "x");
        }
        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> piece("late", "x"));

        run();
        piece("late", "x");

        assertThat(handed).hasSize(FairWorkspaceExecutor.MOST_WORKSPACES);
    }

    @Test
    void aRejectedTaskLeavesNoQueue() {
        boolean[] full = {true};
        FairWorkspaceExecutor refused = new FairWorkspaceExecutor(work -> {
            if (full[0]) {
                throw new RejectedExecutionException("full");
            }
            work.run();
        });
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> refused.execute("a", () -> done.add("never")));

        full[0] = false;
        refused.execute("a", () -> done.add("now"));

        assertThat(done).containsExactly("now");
    }

    /** On real threads: the slow workspace's work ends only after the other's. */
    @Test
    void slowTasksOfOneWorkspaceUseOneThread() throws InterruptedException {
        try (ExecutorService two = Executors.newFixedThreadPool(2)) {
            FairWorkspaceExecutor real = new FairWorkspaceExecutor(two);
            CountDownLatch slow = new CountDownLatch(1);
            CountDownLatch other = new CountDownLatch(1);
            CountDownLatch both = new CountDownLatch(2);
            real.execute("slow", () -> waited(slow, both));
            real.execute("slow", () -> waited(slow, both));
            real.execute("other", other::countDown);

            other.await();
            assertThat(both.getCount()).isEqualTo(2);
            slow.countDown();
            both.await();
        }
    }

    private static void waited(CountDownLatch latch, CountDownLatch done) {
        try {
            latch.await();
            done.countDown();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void piece(String workspace, String name) {
        turns.execute(workspace, () -> done.add(workspace + " " + name));
    }

    private void run() {
        handed.remove().run();
    }
}
