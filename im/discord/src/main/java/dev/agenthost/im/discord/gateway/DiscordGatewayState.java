package dev.agenthost.im.discord.gateway;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The state of the connection of a bot.
 *
 * <pre>
 *            Start, Addressed            Hello                READY, RESUMED
 *  Idle ───────────────────► Connecting ───────► Handshake ──────────────────► Established
 *   ▲                            │                   │                              │
 *   └────────────────────────────┴───────────────────┴──────────────────────────────┘
 *      closed, no heartbeat acknowledged, Reconnect, Invalid Session
 *
 *  any ── a code after which no connection may follow ──► Stopped
 * </pre>
 */
public sealed interface DiscordGatewayState {
    /**
     * There is no connection.
     *
     * @param session to be resumed; null for a new one
     * @param failures attempts that failed one after another
     */
    record Idle(@Nullable DiscordSession session, int failures) implements DiscordGatewayState {}

    /** A connection is being opened, or waits for its greeting. */
    record Connecting(@Nullable DiscordSession session, int failures) implements DiscordGatewayState {}

    /** A session was requested. @param session that is resumed, with the events that were repeated so far; null for a new one */
    record Handshake(HeartbeatState heartbeat, @Nullable DiscordSession session, int failures)
            implements DiscordGatewayState {}

    /** Events arrive. */
    record Established(HeartbeatState heartbeat, DiscordSession session) implements DiscordGatewayState {}

    /** There will be no connection. */
    record Stopped(String why) implements DiscordGatewayState {}

    /**
     * The heartbeats of a connection.
     *
     * @param isAcknowledged false from a heartbeat to its acknowledgement
     */
    record HeartbeatState(Duration interval, boolean isAcknowledged) {
        HeartbeatState acknowledged(boolean isNow) {
            return new HeartbeatState(interval, isNow);
        }
    }

    /** Returns the state before the first connection. @param session that was stored; null for none */
    static DiscordGatewayState initial(@Nullable DiscordSession session) {
        return new Idle(session, 0);
    }
}
