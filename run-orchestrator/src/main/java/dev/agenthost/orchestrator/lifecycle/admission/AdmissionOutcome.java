package dev.agenthost.orchestrator.lifecycle.admission;

import dev.agenthost.orchestrator.run.ClaimedRun;

/** What became of an admission. */
public sealed interface AdmissionOutcome {
    /** The run was admitted before: nothing changed, even if this resolution says something else. */
    record Repeated() implements AdmissionOutcome {}

    /** It waits for its turn. */
    record Waiting() implements AdmissionOutcome {}

    /** It waits for a runner. */
    record Queued() implements AdmissionOutcome {}

    /** It is ours already. */
    record Claimed(ClaimedRun run) implements AdmissionOutcome {}

    /** It has ended as given; what was given is stored and has yet to be published. */
    record Ended(Admission.GivenEnd end) implements AdmissionOutcome {}

    /** The database takes no such data (SQLSTATE 22, 23). */
    record Refused(String sqlState) implements AdmissionOutcome {}
}
