package dev.agenthost.delivery.send;

import java.time.Duration;

/** What becomes of a send after a call. */
public sealed interface SendVerdict {

    /** What ends a send and is answered for with a receipt. */
    sealed interface Final extends SendVerdict {}

    /** The surface has it. */
    record Delivered() implements Final {}

    /** The surface does not have it and never will. */
    record Rejected(RejectionCode code, String detail) implements Final {}

    /** The surface may have it: some call went unanswered, or was answered with an error of its own, until the part was too old. */
    record Unknown(RejectionCode code, String detail) implements Final {}

    /** It is somebody else's now, who tells what became of it: the next of its conversation may go. */
    record HandedOver() implements SendVerdict {}

    /** The same bytes under the same key once more. */
    record Again(Duration after) implements SendVerdict {}
}
