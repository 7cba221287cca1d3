package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.lifecycle.attempt.ResultRateLimiter;
import dev.agenthost.orchestrator.runner.Liveness;
import dev.agenthost.orchestrator.runner.UnregisteredConnections;
import dev.agenthost.orchestrator.wire.Backlog;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** The settings of runner connections. */
@ConfigMapping(prefix = "agenthost.runner")
public interface RunnerSettings {
    /** The name of this host on the wire ({@code instance_uuid}). */
    @WithDefault("agenthost")
    String instance();

    /** The time from the socket's opening to the plugin's description. */
    @WithDefault("10s")
    Duration handshakeTimeout();

    /** Bytes that a connection may send before its key is accepted. */
    @WithDefault("64K")
    MemorySize maxRegistrationSize();

    /** The most connections from one address without an accepted key. */
    @WithDefault("256")
    int maxUnregisteredPerAddress();

    /** The most connections without an accepted key. */
    @WithDefault("512")
    int maxUnregistered();

    default UnregisteredConnections.Limits beforeRegistration() {
        return new UnregisteredConnections.Limits(
                (int) Math.min(maxRegistrationSize().asLongValue(), 16 * 1024 * 1024),
                maxUnregisteredPerAddress(),
                maxUnregistered());
    }

    @WithDefault("2s")
    Duration pingInterval();

    /** The time without any frame or pong after which a connection is closed. */
    @WithDefault("8s")
    Duration idleTimeout();

    /** Time for a runner that lost its last connection to reconnect, before runs that wait for it fail. */
    @WithDefault("10s")
    Duration reconnectTimeout();

    /** The time that context-store may take to answer before a run that has not started is given back. */
    @WithDefault("5s")
    Duration contextTimeout();

    /** The longest time that a cancelled run holds its slot on the connection while its runner has not ended. */
    @WithDefault("30s")
    Duration cancelTimeout();

    /** The most frames of one connection that wait to be processed; above it the connection is not read. */
    @WithDefault("512")
    int inboxFrames();

    @WithDefault("4194304")
    long inboxCharacters();

    default Liveness liveness() {
        return new Liveness(handshakeTimeout(), pingInterval(), idleTimeout());
    }

    /** The time without any processed frame of a paused connection, after which the run with the most waiting frames is ended. */
    @WithDefault("15s")
    Duration stallTimeout();

    /** The most results of one run in a second. */
    @WithDefault("6000")
    int resultsPerSecond();

    /** The results that a run may send at once before the rate applies. */
    @WithDefault("2000")
    int resultsBurst();

    default Backlog.Bounds waiting() {
        return new Backlog.Bounds(inboxFrames(), inboxCharacters(), stallTimeout());
    }

    default ResultRateLimiter.Rate results() {
        return new ResultRateLimiter.Rate(resultsPerSecond(), resultsBurst());
    }
}
