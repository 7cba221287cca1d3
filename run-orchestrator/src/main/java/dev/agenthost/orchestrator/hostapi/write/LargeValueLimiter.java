package dev.agenthost.orchestrator.hostapi.write;

import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.atomic.AtomicLong;

/** Large values on their way to be kept stay in memory meanwhile: of all runs together there are never more than a few. */
final class LargeValueLimiter {
    /** Characters; about two values of the largest size. */
    static final long MOST = 32L * 1024 * 1024;

    private final AtomicLong held = new AtomicLong();

    /** What is asked with that many characters, or a refusal where it would be too much at once. */
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
