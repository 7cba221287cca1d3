package dev.agenthost.delivery.wiring.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.OptionalLong;

/** {@code agenthost.stream.*}: limits of live streams. */
@ConfigMapping(prefix = "agenthost.stream")
public interface StreamSettings {

    /** Interval of comments on an idle stream. */
    @WithDefault("15s")
    Duration keepAlive();

    /** Delay of the first lookup of a run that does not exist yet; the delay doubles with each lookup, up to 32 times this value. */
    @WithDefault("250ms")
    Duration pollInterval();

    /** Most bytes that may wait for one slow reader. */
    @WithDefault("8388608")
    long bufferBytes();

    /** Bytes that may wait for all readers together; a quarter of the heap by default. */
    OptionalLong totalBufferBytes();

    /** Longest time for which a reader may leave waiting bytes unread. */
    @WithDefault("30s")
    Duration writeTimeout();

    /** Bytes of recent records that the tail holds for each partition. */
    @WithDefault("524288")
    int tailBufferBytes();

    /** Most open streams. */
    @WithDefault("10000")
    int maxStreams();

    /** Most concurrent replays of earlier records. */
    @WithDefault("4")
    int replayThreads();
}
