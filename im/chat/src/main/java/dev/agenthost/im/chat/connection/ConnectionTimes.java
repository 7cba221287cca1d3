package dev.agenthost.im.chat.connection;

import java.time.Duration;

/**
 * The times of a connection that the host opens to a platform, and over which the platform sends events.
 *
 * @param reconnectInterval longest time between two attempts
 * @param reconnectSpread the first attempt after the end of a connection is made at random within this time, so that not all replicas
 *     connect at once
 * @param pingInterval between two pings
 */
public record ConnectionTimes(Duration reconnectInterval, Duration reconnectSpread, Duration pingInterval) {}
