package dev.agenthost.binding.resolution;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The steps for which this replica waits. It is not ready while there is one. */
public final class DependencyStatus {
    private final Map<String, String> bySteps = new ConcurrentHashMap<>();

    /** Records a fault; returns true if the step had none before, so that a lasting fault is one line in the log. */
    public boolean began(String step, String why) {
        return bySteps.put(step, why) == null;
    }

    public void ended(String step) {
        bySteps.remove(step);
    }

    /** Returns the fault of each blocked step. */
    public Map<String, String> now() {
        return Map.copyOf(bySteps);
    }
}
