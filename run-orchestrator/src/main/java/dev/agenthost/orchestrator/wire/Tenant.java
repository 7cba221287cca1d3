package dev.agenthost.orchestrator.wire;

import org.jspecify.annotations.Nullable;

/**
 * The {@code context} envelope of a request: which host and workspace it is made for. Plugins of LangBot 0.5 hand it back with each of
 * their calls; older ones ignore it. Nothing here is trusted on the way back: the socket is the caller's identity.
 *
 * @param installation the addressed installation, where a runtime is between
 */
public record Tenant(
        String instance, String workspaceId, @Nullable Installation installation) {
    public Tenant(String instance, String workspaceId) {
        this(instance, workspaceId, null);
    }
}
