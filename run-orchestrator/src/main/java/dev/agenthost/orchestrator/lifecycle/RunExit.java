package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.protocol.error.FailureCode;
import org.jspecify.annotations.Nullable;

/** How a run leaves the hands of its replica. Not thread-safe. */
final class RunExit {
    private boolean gone;
    private boolean settled;
    private RunCommand because = new RunCommand.HostLost();
    private @Nullable FailureCode stoppedBy;

    boolean isGone() {
        return gone;
    }

    /** @return false when it has left already */
    boolean leave() {
        boolean first = !gone;
        gone = true;
        return first;
    }

    /** The host, not the runner, brings it to its end. */
    void stop(FailureCode code) {
        stoppedBy = code;
    }

    @Nullable
    FailureCode stoppedBy() {
        return stoppedBy;
    }

    /** @param known whether the ledger does not say any more that this replica holds it */
    void settle(boolean known) {
        settled = known;
    }

    boolean isSettled() {
        return settled;
    }

    /** What happened to it, for whoever finds it in the ledger. */
    void because(RunCommand what) {
        because = what;
    }

    RunCommand because() {
        return because;
    }
}
