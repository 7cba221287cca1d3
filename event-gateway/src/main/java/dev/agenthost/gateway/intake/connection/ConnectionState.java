package dev.agenthost.gateway.intake.connection;

import org.jspecify.annotations.Nullable;

/**
 * The state of the connection of a bot.
 *
 * @param isConnected true while events arrive over it
 * @param problem the last reason why there is none, one line without secrets; null for none
 */
public record ConnectionState(boolean isConnected, @Nullable String problem) {}
