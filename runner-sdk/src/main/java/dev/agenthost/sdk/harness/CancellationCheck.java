package dev.agenthost.sdk.harness;

import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.sdk.HostApi;

/**
 * Checks that the run is not cancelled: by {@link HostApi#cancellation()}, and at most every half second by a call to the host, for hosts
 * that send no cancellation. For one thread.
 */
public final class CancellationCheck {
    private static final long PAUSE_NANOS = 500_000_000;

    private final boolean mayCallHost;
    private final HostApi api;
    private long calledAt = System.nanoTime();

    public CancellationCheck(AgentRunContext context, HostApi api) {
        this.mayCallHost = context.context().availableApis().runGet();
        this.api = api;
    }

    /** Throws {@link dev.agenthost.sdk.RunCancelledException} if the run is cancelled. */
    public void check() {
        api.cancellation().throwIfCancelled();
        if (mayCallHost && System.nanoTime() - calledAt > PAUSE_NANOS) {
            api.checkCancelled();
            calledAt = System.nanoTime();
        }
    }
}
