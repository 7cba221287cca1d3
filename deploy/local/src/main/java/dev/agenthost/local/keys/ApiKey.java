package dev.agenthost.local.keys;

/**
 * Opens the front door for one workspace.
 *
 * @param name who holds it
 * @param workspace what it opens
 * @param key the secret itself; services are given its SHA-256 only
 */
public record ApiKey(String name, String workspace, String key) {
    /** Without the secret. */
    @Override
    public String toString() {
        return "ApiKey[" + name + " of " + workspace + "]";
    }
}
