package dev.agenthost.orchestrator.wire;

import org.jspecify.annotations.Nullable;

/**
 * The {@code context} envelope of a request: the host and workspace of the request. Plugins of LangBot 0.5 return it with each of their
 * calls; older ones ignore it. A returned envelope is not trusted: the socket identifies the caller.
 *
 * @param installation the addressed installation; null without a runtime
 */
public record Tenant(
        String instance, String workspaceId, @Nullable Installation installation) {
    public Tenant(String instance, String workspaceId) {
        this(instance, workspaceId, null);
    }
}
