package dev.agenthost.gateway.bot;

import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.ButtonPressResult.Outcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Submits pressed buttons of platforms that wait 3 s for an answer and do not repeat a press: one without a result is repeated by the
 * person, and has the same result then.
 */
public record PressSubmission(ButtonPressClient presses) {
    private static final Duration TIMEOUT = Duration.ofMillis(2500);

    /**
     * Blocks. Returns empty if the result is not known in time.
     *
     * @param failed receives the reason
     */
    public Optional<Outcome> submit(ButtonPress press, Consumer<Exception> failed) throws InterruptedException {
        try {
            return Optional.of(presses.press(press)
                    .toCompletableFuture()
                    .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                    .outcome());
        } catch (ExecutionException | TimeoutException e) {
            failed.accept(e);
            return Optional.empty();
        }
    }
}
