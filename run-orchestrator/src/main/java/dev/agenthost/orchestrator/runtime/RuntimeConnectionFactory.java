package dev.agenthost.orchestrator.runtime;

import dev.agenthost.orchestrator.runner.Channel;
import dev.agenthost.orchestrator.wire.Backlog;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Makes the connections of runtimes that this replica dials. */
public final class RuntimeConnectionFactory {
    private final String host;
    private final Supplier<String> ids;
    private final RuntimeTiming timing;
    private final Backlog.Bounds waiting;
    private final RuntimeConnection.Calls calls;
    private final LongSupplier nanos;

    /**
     * @param host the name of this installation on the wire
     * @param ids of connections
     * @param waiting the limits of the frames that may wait for a runtime
     * @param calls serves the Host API calls of the runtimes
     * @param nanos this process's monotonic clock
     */
    public RuntimeConnectionFactory(
            String host,
            Supplier<String> ids,
            RuntimeTiming timing,
            Backlog.Bounds waiting,
            RuntimeConnection.Calls calls,
            LongSupplier nanos) {
        this.host = host;
        this.ids = ids;
        this.timing = timing;
        this.waiting = waiting;
        this.calls = calls;
        this.nanos = nanos;
    }

    RuntimeConnection create(Channel channel, RuntimeSettings settings, RuntimeConnection.Observer observer) {
        return new RuntimeConnection(
                ids.get(),
                channel,
                settings,
                new RuntimeIdentity(settings, host),
                timing,
                waiting,
                calls,
                observer,
                nanos);
    }
}
