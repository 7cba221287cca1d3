package dev.agenthost.orchestrator.run;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How a run stands, in the words of the peer's {@code AgentRun}. */
public enum RunStatus {
    /** It waits for its turn, or for a runner. */
    QUEUED,
    RUNNING,
    COMPLETED,
    /** Also where nobody answered. */
    FAILED,
    CANCELLED;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<RunStatus> ofWire(String wire) {
        return Arrays.stream(values())
                .filter(status -> status.wire().equals(wire))
                .findFirst();
    }
}
