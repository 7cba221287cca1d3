package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.CallRate;
import dev.agenthost.delivery.send.CallRateLimiter;
import io.smallrye.mutiny.Uni;
import java.time.Duration;

/** Permits every call at once. */
class UnlimitedRate implements CallRateLimiter {
    @Override
    public Uni<Duration> take(String endpoint, long chat, CallRate ofChat, CallRate ofBot) {
        return Uni.createFrom().item(Duration.ZERO);
    }

    @Override
    public Uni<Void> pause(String endpoint, long chat, CallRate ofChat, Duration delay) {
        return Uni.createFrom().voidItem();
    }
}
