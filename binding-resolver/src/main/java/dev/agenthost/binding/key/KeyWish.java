package dev.agenthost.binding.key;

import dev.agenthost.protocol.field.Fields;
import dev.agenthost.protocol.key.KeyRole;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The key that somebody wants.
 *
 * @param name what people call it
 * @param workspaceId only the host key names another than its own
 * @param bots of an adapter's key
 * @param plugins of a runner's key
 * @param workspaces of a runner's key; its own workspace when left out
 */
public record KeyWish(
        String name,
        KeyRole role,
        @Nullable String workspaceId,
        @Nullable List<String> bots,
        @Nullable List<String> plugins,
        @Nullable List<String> workspaces) {
    public KeyWish {
        Fields.text(name, "name");
        Fields.required(role, "role");
    }
}
