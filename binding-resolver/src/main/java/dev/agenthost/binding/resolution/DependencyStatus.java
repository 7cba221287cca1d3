package dev.agenthost.binding.resolution;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What this replica is waiting for. While there is anything, it is not ready. */
public final class DependencyStatus {
    private final Map<String, String> bySteps = new ConcurrentHashMap<>();

    /** True if the step was well until now, so that a minute of trouble is one line in the log. */
    public boolean began(String step, String why) {
        return bySteps.put(step, why) == null;
    }

    public void ended(String step) {
        bySteps.remove(step);
    }

    /** By the step that does not go on, why. */
    public Map<String, String> now() {
        return Map.copyOf(bySteps);
    }
}
