package dev.agenthost.orchestrator.runner;

import java.util.LinkedHashMap;
import java.util.Map;

/** The runners whose entry this replica could not read, with its version. The oldest are removed, and so read again. */
public final class UnreadableRunners {
    private static final int MOST = 1_000;

    private final Map<String, String> versions = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MOST;
        }
    };

    /** Returns true if this version of the runner is new here. */
    public synchronized boolean add(String runnerId, String version) {
        return !version.equals(versions.put(runnerId, version));
    }

    public synchronized String[] runnerIds() {
        return versions.keySet().toArray(String[]::new);
    }

    /** Returns the versions in the order of {@link #runnerIds()}. */
    public synchronized String[] versions() {
        return versions.values().toArray(String[]::new);
    }
}
