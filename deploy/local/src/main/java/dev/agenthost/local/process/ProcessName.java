package dev.agenthost.local.process;

/**
 * The name of one process of the box.
 *
 * @param name its kind, for instance {@code event-gateway}
 * @param replica number within its kind, from 1
 */
public record ProcessName(String name, int replica) {
    /** As its files are named: {@code event-gateway-1}. */
    public String label() {
        return name + "-" + replica;
    }
}
