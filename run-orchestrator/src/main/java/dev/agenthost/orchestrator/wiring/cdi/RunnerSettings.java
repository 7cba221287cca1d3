package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.execution.ResultRateLimiter;
import dev.agenthost.orchestrator.runner.Liveness;
import dev.agenthost.orchestrator.runner.UnregisteredConnections;
import dev.agenthost.orchestrator.wire.Backlog;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How runners are treated. */
@ConfigMapping(prefix = "agenthost.runner")
public interface RunnerSettings {
    /** What we call ourselves on the wire ({@code instance_uuid}). */
    @WithDefault("agenthost")
    String instance();

    /** From the socket's opening to the plugin's description. */
    @WithDefault("10s")
    Duration handshakeTimeout();

    /** Bytes that a connection may send before its key is accepted. */
    @WithDefault("64K")
    MemorySize maxRegistrationSize();

    /** Connections from one address that have shown no key yet. */
    @WithDefault("256")
    int maxUnregisteredPerAddress();

    /** Connections that have shown no key yet. */
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

    /** How long a connection may show no sign of life. */
    @WithDefault("8s")
    Duration idleTimeout();

    /** Time for a runner that lost its last connection to reconnect, before runs that wait for it fail. */
    @WithDefault("10s")
    Duration reconnectTimeout();

    /** How long context-store may take to answer before a run that has not started is given back. */
    @WithDefault("5s")
    Duration contextTimeout();

    /** Longest time that a cancelled run keeps its slot on the connection while its runner has not ended. */
    @WithDefault("30s")
    Duration cancelTimeout();

    /** How many frames of one connection may wait to be worked on before it is read no further. */
    @WithDefault("512")
    int inboxFrames();

    @WithDefault("4194304")
    long inboxCharacters();

    default Liveness liveness() {
        return new Liveness(handshakeTimeout(), pingInterval(), idleTimeout());
    }

    /** How long nothing at all of a connection that is held may be worked on, before the run of which most waits gives way. */
    @WithDefault("15s")
    Duration stallTimeout();

    /** How many results of one run are taken in a second. */
    @WithDefault("6000")
    int resultsPerSecond();

    /** How many are taken at once before that counts. */
    @WithDefault("2000")
    int resultsBurst();

    default Backlog.Bounds waiting() {
        return new Backlog.Bounds(inboxFrames(), inboxCharacters(), stallTimeout());
    }

    default ResultRateLimiter.Rate results() {
        return new ResultRateLimiter.Rate(resultsPerSecond(), resultsBurst());
    }
}
