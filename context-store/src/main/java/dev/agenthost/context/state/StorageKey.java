package dev.agenthost.context.state;

import dev.agenthost.protocol.store.state.StorageOwner;

/** The complete key of a value, including its workspace and owner. */
public record StorageKey(String workspaceId, StorageOwner owner, String key) {}
