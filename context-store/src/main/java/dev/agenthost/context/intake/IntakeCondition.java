package dev.agenthost.context.intake;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which lines are in trouble, for readiness: a line that tries again in place is not ready. */
public final class IntakeCondition {
    private final Map<String, String> troubles = new ConcurrentHashMap<>();

    /** True where all was well until now. */
    public boolean troubled(String topic, Throwable why) {
        return troubles.put(topic, why.getClass().getSimpleName()) == null;
    }

    public void recovered(String topic) {
        troubles.remove(topic);
    }

    /** Topic and kind of trouble; empty when all is well. */
    public Map<String, String> troubles() {
        return Map.copyOf(troubles);
    }
}
