package dev.agenthost.local.process;

/**
 * One process of the box.
 *
 * @param name what it is, for instance {@code event-gateway}
 * @param replica which of its kind, from 1
 */
public record ProcessName(String name, int replica) {
    /** As its files are named: {@code event-gateway-1}. */
    public String label() {
        return name + "-" + replica;
    }
}
