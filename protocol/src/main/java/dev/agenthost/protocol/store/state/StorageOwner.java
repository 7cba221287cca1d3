package dev.agenthost.protocol.store.state;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.id.RunnerId;

/**
 * The owner of storage inside a workspace. The host derives it from the run, never from the runner's input.
 *
 * @param plugin {@code author/name}; empty if the workspace is the owner
 */
public record StorageOwner(StorageKind kind, String plugin) {
    public StorageOwner {
        Fields.required(kind, "kind");
        plugin = Fields.or(plugin, "");
        switch (kind) {
            case PLUGIN -> Fields.text(plugin, "plugin");
            case WORKSPACE -> {
                if (!plugin.isEmpty()) {
                    throw new InvalidFieldException("plugin", "must be empty for a workspace");
                }
            }
        }
    }

    /** Returns the owner of that kind for a run of that runner; all runners of a plugin share the plugin's storage. */
    public static StorageOwner of(StorageKind kind, RunnerId runner) {
        return switch (kind) {
            case PLUGIN -> new StorageOwner(kind, runner.plugin());
            case WORKSPACE -> new StorageOwner(kind, "");
        };
    }
}
