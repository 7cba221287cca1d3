package dev.agenthost.context.intake;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which lines are in trouble, for readiness: a line that tries again in place is not ready. */
public final class IntakeCondition {
    private final Map<String, String> troubles = new ConcurrentHashMap<>();
    private final Map<String, String> stuck = new ConcurrentHashMap<>();

    /** True where all was well until now. */
    public boolean troubled(String topic, Throwable why) {
        return troubles.put(topic, why.getClass().getSimpleName()) == null;
    }

    public void recovered(String topic) {
        troubles.remove(topic);
    }

    /**
     * It goes on once it moves again, and not before, though single steps of it work meanwhile. True where it was not known.
     */
    public boolean stuck(String topic, Throwable why) {
        return stuck.put(topic, why.getClass().getSimpleName()) == null;
    }

    public void moved(String topic) {
        stuck.remove(topic);
    }

    /** Topic and kind of trouble; empty when all is well. */
    public Map<String, String> troubles() {
        Map<String, String> all = new HashMap<>(troubles);
        all.putAll(stuck);
        return Map.copyOf(all);
    }
}
