package dev.agenthost.orchestrator.run;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The status of a run, in the words of LangBot's {@code AgentRun}. */
public enum RunStatus {
    /** The run waits for its turn, or for a runner. */
    QUEUED,
    RUNNING,
    COMPLETED,
    /** The run failed, or no runner answered. */
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
