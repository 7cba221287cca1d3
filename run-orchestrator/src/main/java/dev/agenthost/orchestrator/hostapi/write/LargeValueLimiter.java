package dev.agenthost.orchestrator.hostapi.write;

import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.atomic.AtomicLong;

/** Limits the memory of large values that are being stored, for all runs together. */
final class LargeValueLimiter {
    /** The most characters: about two values of the largest size. */
    static final long MOST = 32L * 1024 * 1024;

    private final AtomicLong total = new AtomicLong();

    /** Runs the call with the given number of characters, or refuses it if the total would exceed the limit. */
    Uni<HostCallResponse> with(long characters, Uni<HostCallResponse> call) {
        return Uni.createFrom().deferred(() -> {
            if (total.addAndGet(characters) > MOST) {
                total.addAndGet(-characters);
                return Uni.createFrom()
                        .item(HostCallResponse.refused(
                                FailureCode.RATE_LIMITED, "Too many large values are being stored; try again"));
            }
            return call.onTermination().invoke(() -> total.addAndGet(-characters));
        });
    }
}
