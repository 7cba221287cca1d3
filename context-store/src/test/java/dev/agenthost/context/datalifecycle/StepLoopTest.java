package dev.agenthost.context.datalifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class StepLoopTest {
    private static final Duration BREATH = Duration.ofMillis(1);

    private final AtomicInteger steps = new AtomicInteger();

    @Test
    void repeatsUntilNothingIsLeftAndRestartsOnRequest() {
        StepLoop loop =
                new StepLoop("counting", () -> Uni.createFrom().item(() -> steps.incrementAndGet() % 3 != 0), BREATH);

        loop.run();
        await().until(() -> steps.get() == 3);
        await().until(() -> {
            if (steps.get() == 3) {
                loop.run();
            }
            return steps.get() == 6;
        });
    }

    @Test
    void neverRunsTwiceAtOnce() {
        AtomicReference<UniEmitter<? super Boolean>> open = new AtomicReference<>();
        StepLoop loop = new StepLoop(
                "waiting",
                () -> Uni.createFrom().emitter(emitter -> {
                    steps.incrementAndGet();
                    open.set(emitter);
                }),
                BREATH);

        loop.run();
        loop.run();

        assertThat(steps).hasValue(1);
        open.get().complete(false);
        loop.run();
        assertThat(steps).hasValue(2);
    }

    @Test
    void aFailedStepIsRetriedUntilTheLoopIsClosed() {
        StepLoop loop = new StepLoop(
                "failing",
                () -> {
                    steps.incrementAndGet();
                    return Uni.createFrom().failure(new IllegalStateException("no"));
                },
                BREATH);

        loop.run();
        loop.run();
        assertThat(steps).hasValue(2);
        loop.close();
        loop.run();
        assertThat(steps).hasValue(2);
    }

    @Test
    void aHangingStepTimesOutAndTheNextRunContinues() {
        StepLoop loop = new StepLoop(
                "hanging",
                () -> steps.incrementAndGet() == 1
                        ? Uni.createFrom().nothing()
                        : Uni.createFrom().item(false),
                BREATH,
                Duration.ofMillis(20));

        loop.run();
        assertThat(steps).hasValue(1);

        await().until(() -> {
            loop.run();
            return steps.get() == 2;
        });
    }
}
