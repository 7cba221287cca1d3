package dev.agenthost.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryLoopTest {
    private final AtomicInteger calls = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4})
    void retriesUntilSuccess(int failures) {
        assertThat(call(failures, () -> true).awaitItem().getItem()).isEqualTo(failures + 1);
        assertThat(calls).hasValue(failures + 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void failsWithTheLastFailureWhenItIsNoLongerWanted(int wanted) {
        call(10, () -> calls.get() < wanted).awaitFailure(why -> assertThat(why).hasMessage("failure " + wanted));
        assertThat(calls).hasValue(wanted);
    }

    @Test
    void treatsAnExceptionAsAFailure() {
        RetryLoop.<Integer>call(() -> {
                    if (calls.incrementAndGet() < 3) {
                        throw new IllegalStateException("not yet");
                    }
                    return Uni.createFrom().item(calls.get());
                })
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create())
                .awaitItem()
                .assertItem(3);
    }

    private UniAssertSubscriber<Integer> call(int failures, BooleanSupplier wanted) {
        return RetryLoop.call(
                        () -> calls.incrementAndGet() <= failures
                                ? Uni.createFrom().<Integer>failure(new IllegalStateException("failure " + calls.get()))
                                : Uni.createFrom().item(calls.get()),
                        failure -> wanted.getAsBoolean())
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
    }
}
