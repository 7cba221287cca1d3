package dev.agenthost.delivery.surface.preview;

import dev.agenthost.im.chat.calls.CallOutcome;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The preview of one part in a chat of a platform.
 *
 * @param <T> what a call shows
 */
public interface Preview<T> {
    /** Lifetime of what the platform does not remove. */
    Duration LASTING = Duration.ofDays(365);

    /** Returns what the chat should show of the text so far; empty for nothing. */
    Optional<Content<T>> content(String markdown);

    /** Makes the call that shows it. Never fails. */
    Uni<CallOutcome> show(T shown, BooleanSupplier maySend);

    /** Returns the shortest time between two calls. */
    Duration interval();

    /** Returns the time after which the platform removes the preview. */
    default Duration lifetime() {
        return LASTING;
    }

    /**
     * The content that a chat should show.
     *
     * @param isFull true if no longer text is shown: the part has the rest
     */
    record Content<T>(T shown, boolean isFull) {}
}
