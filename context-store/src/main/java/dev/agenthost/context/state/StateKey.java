package dev.agenthost.context.state;

import dev.agenthost.protocol.store.state.StateScopeKey;

/**
 * The complete key of a value.
 *
 * @param name as stored: {@link StateKeyAliases#stored(String)}
 */
public record StateKey(String workspaceId, StateScopeKey scope, String name) {}
