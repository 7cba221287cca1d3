package dev.agenthost.orchestrator.runner;

import java.util.HashMap;
import java.util.Map;

/** Counts the connections without an accepted key, by address and in total. Thread-safe. */
public final class UnregisteredConnections {
    /**
     * Limits of connections whose key is not yet accepted.
     *
     * @param bytes the most bytes that one connection may send
     * @param perAddress the most concurrent connections from one address
     * @param inAll the most concurrent connections in total
     */
    public record Limits(int bytes, int perAddress, int inAll) {
        public static final Limits USUAL = new Limits(64 * 1024, 256, 512);

        public Limits {
            if (bytes < 1024 || perAddress < 1 || inAll < 1) {
                throw new IllegalArgumentException(
                        "agenthost.runner: a registration needs 1 KiB, and one connection must be allowed");
            }
        }
    }

    private final Limits limits;
    private final Map<String, Integer> byAddress = new HashMap<>();
    private int all;

    public UnregisteredConnections(Limits limits) {
        this.limits = limits;
    }

    public Limits limits() {
        return limits;
    }

    /** @return false if the limit is reached; else {@link #leave} must follow */
    public synchronized boolean enter(String address) {
        int there = byAddress.getOrDefault(address, 0);
        if (all >= limits.inAll() || there >= limits.perAddress()) {
            return false;
        }
        all++;
        byAddress.put(address, there + 1);
        return true;
    }

    public synchronized void leave(String address) {
        all--;
        byAddress.computeIfPresent(address, (same, there) -> there == 1 ? null : there - 1);
    }
}
