package dev.agenthost.orchestrator.interaction;

import dev.agenthost.protocol.event.InteractionSubmission;

/** The meaning of a message for the questions of its conversation. */
public sealed interface ReplyOutcome {
    /** The message responds to no question. */
    record NoReply() implements ReplyOutcome {}

    /** The message is the stored response to a question. */
    record Accepted(InteractionSubmission submission) implements ReplyOutcome {}

    /** The message would respond to a question whose run has not ended and takes no turn. Nothing is stored. */
    record Held() implements ReplyOutcome {}
}
