package dev.agenthost.delivery.stream;

import java.time.Duration;

/**
 * Limits of live streams.
 *
 * @param keepAlive between comments on a silent stream
 * @param lookupDelay before the second lookup of a run that does not exist yet; each later one waits twice as long, up to 32 times this
 * @param readerBufferBytes most bytes that wait for one reader; beyond it the reader is disconnected, and can resume
 * @param totalBufferBytes most bytes that wait for all readers; beyond it readers with a large backlog are disconnected
 * @param unreadTimeout longest time for which a reader may leave waiting bytes unread; checked with each comment
 * @param tailBufferBytes bytes of recent records that the tail holds for each partition, so that most readers need no replay
 * @param maxStreams most open streams of this process
 * @param replayThreads most concurrent replays
 */
public record StreamPolicy(
        Duration keepAlive,
        Duration lookupDelay,
        long readerBufferBytes,
        long totalBufferBytes,
        Duration unreadTimeout,
        int tailBufferBytes,
        int maxStreams,
        int replayThreads) {}
