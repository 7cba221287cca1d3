package dev.agenthost.orchestrator.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MailboxTest {
    private static final int THREADS = 4;
    private static final int TASKS = 20_000;

    private final Mailbox mailbox = new Mailbox();
    private final List<String> done = new ArrayList<>();
    /** Plain on purpose: a second task at the same time would lose increments. */
    private int counted;

    private boolean inside;

    @Test
    void aTaskRunsToCompletionBeforeThoseOfOtherThreads() {
        mailbox.execute(() -> {
            Thread other = new Thread(() -> mailbox.execute(() -> done.add("of another thread")));
            other.start();
            join(other);
            mailbox.execute(() -> {
                mailbox.execute(() -> done.add("second follow-up"));
                done.add("follow-up");
            });
            done.add("task");
        });

        assertThat(done).containsExactly("task", "follow-up", "second follow-up", "of another thread");
    }

    @Test
    void aFailedTaskDoesNotAffectOthers() {
        mailbox.execute(() -> {
            mailbox.execute(() -> done.add("follow-up"));
            throw new AssertionError("a fault");
        });
        mailbox.execute(() -> done.add("next"));

        assertThat(done).containsExactly("follow-up", "next");
    }

    @Test
    void tasksOfManyThreadsAreExecutedOneAtATime() throws InterruptedException {
        CountDownLatch finished = new CountDownLatch(THREADS);
        for (int thread = 0; thread < THREADS; thread++) {
            Thread.ofPlatform().start(() -> {
                for (int task = 0; task < TASKS; task++) {
                    mailbox.execute(this::count);
                }
                finished.countDown();
            });
        }

        assertThat(finished.await(60, TimeUnit.SECONDS)).isTrue();
        CountDownLatch last = new CountDownLatch(1);
        mailbox.execute(last::countDown);
        assertThat(last.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(done).isEmpty();
        assertThat(counted).isEqualTo(2 * THREADS * TASKS);
    }

    private void count() {
        if (inside) {
            done.add("a task inside another");
        }
        inside = true;
        counted++;
        mailbox.execute(() -> counted++);
        inside = false;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
