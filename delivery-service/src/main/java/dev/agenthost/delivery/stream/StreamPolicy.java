package dev.agenthost.delivery.stream;

import java.time.Duration;

/**
 * Limits of live streams.
 *
 * @param keepAlive between comments on a silent stream
 * @param lookAgain before the first lookup of a run that does not exist yet; each later one waits twice as long, up to 32 times this
 * @param heldBytes what may wait for one slow reader; beyond it the reader is disconnected, and can resume
 * @param heldTogether what may wait for all of them; beyond it readers with a large backlog are disconnected
 * @param patience how long a reader may take nothing of what waits for it; seen at the next comment
 * @param recentBytes what the tail remembers of each partition, so that most readers need no look back
 * @param openStreams at once, in this process
 * @param lookBackThreads how many looks back are under way at once
 */
public record StreamPolicy(
        Duration keepAlive,
        Duration lookAgain,
        long heldBytes,
        long heldTogether,
        Duration patience,
        int recentBytes,
        int openStreams,
        int lookBackThreads) {}
