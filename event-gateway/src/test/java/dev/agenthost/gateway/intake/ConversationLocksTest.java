package dev.agenthost.gateway.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ConversationLocksTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final ConversationLocks locks = new ConversationLocks();
    private final List<Integer> order = Collections.synchronizedList(new ArrayList<>());

    @Test
    void updatesOfAConversationPassInTheOrderOfTheirArrival() throws Exception {
        assertThat(locks.enter("a", LONG)).isTrue();
        List<Thread> later = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int number = i;
            Thread thread = Thread.ofPlatform().start(() -> pass(number));
            later.add(thread);
            Awaitility.await()
                    .atMost(20, TimeUnit.SECONDS)
                    .until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        }
        assertThat(order).isEmpty();
        locks.leave("a");
        for (Thread thread : later) {
            thread.join();
        }

        assertThat(order).containsExactly(0, 1, 2, 3, 4);
        assertThat(locks.size()).isZero();
    }

    @Test
    void anotherConversationDoesNotWait() throws Exception {
        assertThat(locks.enter("a", LONG)).isTrue();

        assertThat(locks.enter("b", LONG)).isTrue();
    }

    @Test
    void aTurnThatDoesNotComeIsGivenUp() throws Exception {
        assertThat(locks.enter("a", LONG)).isTrue();
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                order.add(locks.enter("a", Duration.ofMillis(50)) ? 1 : 0);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        other.join();

        assertThat(order).containsExactly(0);
        locks.leave("a");
        assertThat(locks.size()).isZero();
    }

    private void pass(int number) {
        try {
            if (locks.enter("a", LONG)) {
                order.add(number);
                locks.leave("a");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
