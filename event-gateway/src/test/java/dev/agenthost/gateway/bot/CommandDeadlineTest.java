package dev.agenthost.gateway.bot;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class CommandDeadlineTest {
    private final List<Exception> failures = new ArrayList<>();

    @Test
    void theCallsOfAnInteractionShareItsTime() throws InterruptedException {
        CommandDeadline deadline =
                new CommandDeadline(System.nanoTime() + Duration.ofMillis(200).toNanos());
        assertThat(deadline.await(CompletableFuture.completedFuture("a"), failures::add))
                .contains("a");
        assertThat(deadline.await(new CompletableFuture<String>(), failures::add))
                .isEmpty();

        long before = System.nanoTime();
        assertThat(deadline.await(new CompletableFuture<String>(), failures::add))
                .isEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofMillis(150));
        assertThat(failures).hasSize(2).allMatch(failure -> failure instanceof TimeoutException);
    }

    @Test
    void theTimeIsBelowTheThreeSecondsOfThePlatforms() {
        long left = CommandDeadline.begin().endsAt() - System.nanoTime();

        assertThat(Duration.ofNanos(left)).isBetween(Duration.ofMillis(2000), Duration.ofMillis(2500));
    }

    @Test
    void aFailureIsReported() throws InterruptedException {
        var failed = CompletableFuture.<String>failedFuture(new IllegalStateException("away"));

        assertThat(CommandDeadline.begin().await(failed, failures::add)).isEmpty();
        assertThat(failures).singleElement().asString().contains("away");
    }
}
