package dev.agenthost.context.state;

import dev.agenthost.protocol.store.state.StorageOwner;

/** A value's whole name: nothing is found under it from another workspace or owner. */
public record StorageKey(String workspaceId, StorageOwner owner, String key) {}
