package dev.agenthost.local.settings;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.security.KeyRole;
import org.jspecify.annotations.Nullable;

/**
 * An API key for one workspace.
 *
 * @param name of its holder
 * @param workspace that it is valid for; {@value #EVERY} for the host key, which creates keys for every workspace and does nothing
 *     else
 * @param role of its holder; admin if the file is older than roles
 * @param key the secret itself; services receive its SHA-256 only
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
