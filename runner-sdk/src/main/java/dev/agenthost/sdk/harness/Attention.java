package dev.agenthost.sdk.harness;

import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.sdk.HostApi;

/**
 * Whether the run is still wanted: as its {@link HostApi#cancellation()} knows, and as the host answers each half second, for hosts that tell
 * nobody by themselves. For one thread.
 */
public final class Attention {
    private static final long PAUSE_NANOS = 500_000_000;

    private final boolean mayAsk;
    private final HostApi api;
    private long askedAt = System.nanoTime();

    public Attention(AgentRunContext context, HostApi api) {
        this.mayAsk = context.context().availableApis().runGet();
        this.api = api;
    }

    /** Throws {@link dev.agenthost.sdk.RunCancelledException} where it is not. */
    public void look() {
        api.cancellation().throwIfCancelled();
        if (mayAsk && System.nanoTime() - askedAt > PAUSE_NANOS) {
            api.checkCancelled();
            askedAt = System.nanoTime();
        }
    }
}
