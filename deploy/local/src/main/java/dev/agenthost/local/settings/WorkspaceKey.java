package dev.agenthost.local.settings;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.security.KeyRole;
import org.jspecify.annotations.Nullable;

/**
 * Opens the front door for one workspace.
 *
 * @param name who holds it
 * @param workspace what it opens; {@value #EVERY} for the host key, which makes keys for every workspace and does nothing else
 * @param role what its holder is; an admin where a file of before roles says nothing
 * @param key the secret itself; services are given its SHA-256 only
 */
public record WorkspaceKey(String name, String workspace, KeyRole role, String key) {
    /** The workspace of the host key. */
    public static final String EVERY = "*";

    public WorkspaceKey(String name, String workspace, @Nullable KeyRole role, String key) {
        this.name = name;
        this.workspace = workspace;
        this.role = Fields.or(role, KeyRole.ADMIN);
        this.key = key;
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "ApiKey[" + name + ", " + role.wire() + " of " + workspace + "]";
    }
}
