package dev.agenthost.orchestrator.lifecycle.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SendBatcherTest {
    @Test
    void batchesTasksInOrder() {
        Queue<Runnable> thread = new ArrayDeque<>();
        SendBatcher rounds = new SendBatcher(thread::add);
        List<Integer> done = new ArrayList<>();
        rounds.add(() -> done.add(1));
        rounds.add(() -> {
            done.add(2);
            rounds.add(() -> done.add(3));
        });
        assertThat(done).isEmpty();
        assertThat(thread).hasSize(1);

        thread.remove().run();
        assertThat(done).containsExactly(1, 2, 3);
        assertThat(thread).as("nothing is left to do").isEmpty();

        rounds.add(() -> done.add(4));
        thread.remove().run();
        assertThat(done).containsExactly(1, 2, 3, 4);
    }

    @Test
    void aFailedTaskDoesNotDelayLaterOnes() {
        Queue<Runnable> thread = new ArrayDeque<>();
        SendBatcher rounds = new SendBatcher(thread::add);
        List<Integer> done = new ArrayList<>();
        rounds.add(() -> {
            throw new LinkageError("for a test");
        });
        rounds.add(() -> done.add(1));
        thread.remove().run();
        assertThat(done).containsExactly(1);

        rounds.add(() -> done.add(2));
        thread.remove().run();
        assertThat(done).containsExactly(1, 2);
    }

    @Test
    void rejectsTasksAfterShutdown() {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        SendBatcher rounds = new SendBatcher(thread);
        thread.shutdown();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> rounds.add(() -> {})).isInstanceOf(RejectedExecutionException.class);
        }
    }

    @Test
    void executesEveryTaskOfConcurrentThreads() throws InterruptedException {
        int each = 2_000;
        int adders = 4;
        List<List<Integer>> done = IntStream.range(0, adders)
                .<List<Integer>>mapToObj(i -> new ArrayList<>())
                .toList();
        CountDownLatch all = new CountDownLatch(adders * each);
        try (ExecutorService thread = Executors.newSingleThreadExecutor();
                ExecutorService others = Executors.newFixedThreadPool(adders)) {
            SendBatcher rounds = new SendBatcher(thread);
            for (int adder = 0; adder < adders; adder++) {
                List<Integer> own = done.get(adder);
                others.execute(() -> IntStream.range(0, each)
                        .forEach(i -> rounds.add(() -> {
                            own.add(i);
                            all.countDown();
                        })));
            }
            assertThat(all.await(60, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(done).allSatisfy(own -> assertThat(own)
                .containsExactlyElementsOf(IntStream.range(0, each).boxed().toList()));
    }
}
