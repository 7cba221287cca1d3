package dev.agenthost.orchestrator.interaction;

import dev.agenthost.protocol.result.InteractionRequest;

/** The outcome of a button that opens the form of a question. */
public sealed interface FormOutcome {
    /** The person may respond now. */
    record Open(InteractionRequest question) implements FormOutcome {}

    /** @param reason never {@link SubmissionOutcome.Accepted} */
    record Refused(SubmissionOutcome reason) implements FormOutcome {}
}
