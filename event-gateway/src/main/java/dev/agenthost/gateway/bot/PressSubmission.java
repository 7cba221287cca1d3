package dev.agenthost.gateway.bot;

import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.ButtonPressResult;
import dev.agenthost.protocol.bot.ButtonPressResult.Outcome;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Submits pressed buttons of platforms that wait 3 s for an answer and do not repeat a press: one without a result is repeated by the
 * person, and has the same result then.
 */
public record PressSubmission(ButtonPressClient presses) {

    /**
     * Blocks. Returns empty if the result is not known in time.
     *
     * @param failed receives the reason
     */
    public Optional<Outcome> submit(ButtonPress press, Consumer<Exception> failed) throws InterruptedException {
        return CommandDeadline.begin().await(presses.press(press), failed).map(ButtonPressResult::outcome);
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
