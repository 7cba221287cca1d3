package dev.agenthost.context.state;

import dev.agenthost.protocol.store.state.StateScopeKey;

/**
 * A value's whole name.
 *
 * @param name as stored: {@link StateKeyAliases#stored(String)}
 */
public record StateKey(String workspaceId, StateScopeKey scope, String name) {}
