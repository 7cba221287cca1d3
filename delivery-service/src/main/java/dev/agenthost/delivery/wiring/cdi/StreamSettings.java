package dev.agenthost.delivery.wiring.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.OptionalLong;

/** {@code agenthost.stream.*}: limits of live streams. */
@ConfigMapping(prefix = "agenthost.stream")
public interface StreamSettings {

    /** Between comments on a silent stream. */
    @WithDefault("15s")
    Duration keepAlive();

    /** Between looks for a run that is not there yet. */
    @WithDefault("250ms")
    Duration pollInterval();

    /** What may wait for one slow reader, in bytes. */
    @WithDefault("8388608")
    long bufferBytes();

    /** What may wait for all of them together, in bytes; a quarter of the heap where nothing is said. */
    OptionalLong totalBufferBytes();

    /** How long a reader may take nothing of what waits for it. */
    @WithDefault("30s")
    Duration writeTimeout();

    /** What the tail remembers of each partition, in bytes. */
    @WithDefault("524288")
    int tailBufferBytes();

    /** At once. */
    @WithDefault("10000")
    int maxStreams();

    /** Looks back at once. */
    @WithDefault("4")
    int replayThreads();
}
