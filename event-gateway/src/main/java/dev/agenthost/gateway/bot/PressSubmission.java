package dev.agenthost.gateway.bot;

import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.ButtonPressResult;
import dev.agenthost.protocol.bot.ButtonPressResult.Outcome;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Submits pressed buttons of platforms that wait for an answer and do not repeat a press: one without a result is repeated by the person, and
 * has the same result then.
 *
 * @param timeout for a result, shorter than the platform waits
 */
public record PressSubmission(ButtonPressClient presses, Duration timeout) {

    /** Submits for a platform that waits 3 s. */
    public PressSubmission(ButtonPressClient presses) {
        this(presses, CommandDeadline.TIMEOUT);
    }

    /**
     * Blocks. Returns empty if the result is not known in time.
     *
     * @param failed receives the reason
     */
    public Optional<Outcome> submit(ButtonPress press, Consumer<Exception> failed) throws InterruptedException {
        return CommandDeadline.begin(timeout)
                .await(presses.press(press), failed)
                .map(ButtonPressResult::outcome);
    }

    /**
     * As {@link #submit}, for a platform that shows the person a text for each press.
     *
     * @param failed receives the reason
     */
    public PressNotice notice(ButtonPress press, Consumer<Exception> failed) throws InterruptedException {
        return submit(press, failed)
                .map(outcome -> PressNotice.of(outcome).orElse(PressNotice.ACCEPTED))
                .orElse(PressNotice.AGAIN);
    }
}
