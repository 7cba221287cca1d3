package dev.agenthost.delivery.send;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The next step of a send after a call. */
public sealed interface SendVerdict {

    /** A verdict that ends a send and is reported by a receipt. */
    sealed interface Final extends SendVerdict {}

    /**
     * The surface has the part.
     *
     * @param messageId the platform's id of its first message; null if it is unknown
     */
    record Delivered(@Nullable String messageId) implements Final {}

    /** The surface does not have the part and never will. */
    record Rejected(RejectionCode code, String detail) implements Final {}

    /** The surface may have the part: some call got no answer, or an error, until the part was too old. */
    record Unknown(RejectionCode code, String detail) implements Final {}

    /** The adapter has the part and sends a receipt; the conversation's next part may be sent. */
    record HandedOver() implements SendVerdict {}

    /** The same bytes are sent again under the same key. */
    record Retry(Duration after) implements SendVerdict {}

    /** The same bytes are sent again after the delay that the surface requires; the attempt does not count. */
    record Postpone(Duration after) implements SendVerdict {}
}
