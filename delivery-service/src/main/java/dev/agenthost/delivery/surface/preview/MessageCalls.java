package dev.agenthost.delivery.surface.preview;

import dev.agenthost.delivery.send.PreviewMessage;
import dev.agenthost.im.chat.calls.CallOutcome;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The calls of a platform whose previews are messages.
 *
 * @param <T> what a call shows
 */
public interface MessageCalls<T> {

    /** Returns what the message should show of the text so far; empty for nothing. */
    Optional<Preview.Content<T>> content(String markdown);

    /** Returns the shortest time between two calls. */
    Duration interval();

    /** Returns true if the message shows a card that is created before it. */
    boolean hasCards();

    /** Takes the call from the rate of its chat, after all calls of parts; returns the time to wait, or zero. */
    Uni<Duration> take(MessageStep step);

    /** Lets every replica wait, because the platform asked for it. */
    Uni<Void> pause(MessageStep step, Duration delay);

    /**
     * Makes the call, once. Never fails. The outcome has the id of the card or of the message.
     *
     * @param message as far as it is known
     * @param number of the call in the preview, greater than that of each earlier call
     */
    Uni<CallOutcome> make(MessageStep step, PreviewMessage message, int number, T shown, BooleanSupplier maySend);
}
