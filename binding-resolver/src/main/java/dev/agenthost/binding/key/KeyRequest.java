package dev.agenthost.binding.key;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.security.KeyRole;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The requested key.
 *
 * @param name a display name
 * @param workspaceId only the host key may name another workspace
 * @param bots of an adapter's key
 * @param plugins of a runner's key
 * @param workspaces of a runner's key; its own workspace when left out
 */
public record KeyRequest(
        String name,
        KeyRole role,
        @Nullable String workspaceId,
        @Nullable List<String> bots,
        @Nullable List<String> plugins,
        @Nullable List<String> workspaces) {
    public KeyRequest {
        Fields.text(name, "name");
        Fields.required(role, "role");
    }
}
