package dev.agenthost.orchestrator.runner;

import java.util.LinkedHashMap;
import java.util.Map;

/** Of which runners this replica has seen what it can make nothing of, and in which version; the oldest are forgotten, and so looked at again. */
public final class UnreadableRunners {
    private static final int MOST = 1_000;

    private final Map<String, String> versions = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MOST;
        }
    };

    /** Whether it is the first time. */
    public synchronized boolean add(String runnerId, String version) {
        return !version.equals(versions.put(runnerId, version));
    }

    public synchronized String[] runnerIds() {
        return versions.keySet().toArray(String[]::new);
    }

    /** In the order of {@link #runnerIds()}. */
    public synchronized String[] versions() {
        return versions.values().toArray(String[]::new);
    }
}
