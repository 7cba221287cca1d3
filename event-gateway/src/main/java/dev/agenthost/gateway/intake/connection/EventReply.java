package dev.agenthost.gateway.intake.connection;

import org.jspecify.annotations.Nullable;

/**
 * The reply to an event of a connection.
 *
 * @param answer null for none
 */
public record EventReply(FrameOutcome outcome, @Nullable SocketMessage answer) {}
