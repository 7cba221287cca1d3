package dev.agenthost.delivery.send;

import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Stores the previews of unfinished parts: which message a chat shows, and whether a call is under way. A call of a preview begins only
 * here, and none begins once the part is being sent, so the part is always the last that changes its message.
 *
 * <pre>
 *  open ──begin──► under way ──end──► open
 *    │                 │  └──leave──► in doubt ──close──► closed, in doubt ──settle──► closed
 *    └──close──► closed└──close──► closed, and busy while the owner lives ──end──► closed
 * </pre>
 */
public interface PreviewRepository {

    /** Begins a call of the preview. */
    Uni<BeginOutcome> begin(SendKey key, Incarnation owner);

    /**
     * Ends the call that the owner began.
     *
     * @param learned the ids that the call made known
     */
    Uni<Void> end(SendKey key, Incarnation owner, PreviewMessage learned);

    /** Leaves the call that the owner began in doubt: it may have sent a message. */
    Uni<Void> leave(SendKey key, Incarnation owner);

    /** Closes the preview, because its part is sent. The answer stays the same once it is not {@link Closed.Busy}, except by {@link #settle}. */
    Uni<Closed> close(SendKey key);

    /**
     * Ends the doubt about the message of a closed preview.
     *
     * @param messageId of the message that the chat shows; null if it shows none
     */
    Uni<Void> settle(SendKey key, @Nullable String messageId);

    /** The outcome of beginning a call. */
    sealed interface BeginOutcome {
        /**
         * The call may be made.
         *
         * @param message of the preview so far
         * @param number of the call in the preview, from 1; greater than that of each earlier call, whichever replica made it
         */
        record Begun(PreviewMessage message, int number) implements BeginOutcome {}

        /** An earlier part of the run is not sent yet; ask again. */
        record TooEarly() implements BeginOutcome {}

        /** The part is being sent, or a call of the preview is under way or in doubt. */
        record Refused() implements BeginOutcome {}
    }

    /** The state of a preview that is closed. */
    sealed interface Closed {
        /** The chat shows no message of the preview. */
        record Nothing() implements Closed {}

        /**
         * The chat shows a message.
         *
         * @param calls number of the last call that began
         */
        record Shown(PreviewMessage message, int calls) implements Closed {}

        /**
         * The chat may show a message that is not known.
         *
         * @param age of the call in doubt
         */
        record InDoubt(PreviewMessage message, int calls, Duration age) implements Closed {}

        /** A call is under way on a replica that lives; ask again. */
        record Busy() implements Closed {}
    }
}
