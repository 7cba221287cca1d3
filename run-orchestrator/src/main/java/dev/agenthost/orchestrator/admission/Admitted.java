package dev.agenthost.orchestrator.admission;

import dev.agenthost.orchestrator.drive.ClaimedRun;

/** What became of an admission. */
public sealed interface Admitted {
    /** The run was admitted before: nothing changed, even if this resolution says something else. */
    record Repeated() implements Admitted {}

    /** It waits for its turn. */
    record Waiting() implements Admitted {}

    /** It waits for a runner. */
    record Queued() implements Admitted {}

    /** It is ours already. */
    record Claimed(ClaimedRun run) implements Admitted {}

    /** It has ended as given; what was given is stored and has yet to be published. */
    record Ended(Admission.GivenEnd end) implements Admitted {}

    /** The database takes no such data (SQLSTATE 22, 23). */
    record Refused(String sqlState) implements Admitted {}
}
