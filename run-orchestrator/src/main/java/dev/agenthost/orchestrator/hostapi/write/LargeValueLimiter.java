package dev.agenthost.orchestrator.hostapi.write;

import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.atomic.AtomicLong;

/** Limits the large values that all runs together hold in memory while they are being stored. */
final class LargeValueLimiter {
    /** Characters; about two values of the largest size. */
    static final long MOST = 32L * 1024 * 1024;

    private final AtomicLong held = new AtomicLong();

    /** Runs the call with the given number of characters, or refuses it if all runs together would hold too many. */
    Uni<HostCallResponse> with(long characters, Uni<HostCallResponse> call) {
        return Uni.createFrom().deferred(() -> {
            if (held.addAndGet(characters) > MOST) {
                held.addAndGet(-characters);
                return Uni.createFrom()
                        .item(HostCallResponse.refused(
                                FailureCode.RATE_LIMITED, "Too much is being stored at this moment"));
            }
            return call.onTermination().invoke(() -> held.addAndGet(-characters));
        });
    }
}
