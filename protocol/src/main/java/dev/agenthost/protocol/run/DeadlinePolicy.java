package dev.agenthost.protocol.run;

import dev.agenthost.protocol.error.Fields;

/**
 * Two limits, in seconds, each from 1 to a day.
 *
 * @param queueSeconds how long a run may wait for a runner, from its turn in the conversation on; 60 by default. A run that waits for its
 *     turn has no limit of its own
 * @param runSeconds how long it may run, from its claim; 300 by default
 */
public record DeadlinePolicy(Integer queueSeconds, Integer runSeconds) {
    private static final int A_DAY = 86_400;
    private static final DeadlinePolicy DEFAULTS = new DeadlinePolicy(60, 300);

    public DeadlinePolicy {
        queueSeconds = Fields.or(queueSeconds, 60);
        runSeconds = Fields.or(runSeconds, 300);
        Fields.within(queueSeconds, 1, A_DAY, "queue_seconds");
        Fields.within(runSeconds, 1, A_DAY, "run_seconds");
    }

    public static DeadlinePolicy defaults() {
        return DEFAULTS;
    }
}
