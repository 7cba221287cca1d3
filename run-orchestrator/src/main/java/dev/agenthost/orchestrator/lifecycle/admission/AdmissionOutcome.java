package dev.agenthost.orchestrator.lifecycle.admission;

import dev.agenthost.orchestrator.run.ClaimedRun;

/** The outcome of an admission. */
public sealed interface AdmissionOutcome {
    /** The run was admitted before: nothing changes, even if this resolution differs. */
    record Repeated() implements AdmissionOutcome {}

    /** The run waits for its turn. */
    record Waiting() implements AdmissionOutcome {}

    /** The run waits for a runner. */
    record Queued() implements AdmissionOutcome {}

    /** This replica has claimed the run. */
    record Claimed(ClaimedRun run) implements AdmissionOutcome {}

    /** The run has ended as given; the end is stored and has yet to be published. */
    record Ended(Admission.PresetEnd end) implements AdmissionOutcome {}

    /** The database refuses the data (SQLSTATE 22, 23). */
    record Refused(String sqlState) implements AdmissionOutcome {}
}
