package dev.agenthost.gateway.polling;

import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Claims of polled bots. */
public interface PollingClaimRepository {
    /** Claims the bot for a replica with a current lease, again if it is the holder; empty while another one is. */
    Uni<Optional<PollingClaim>> claim(String botId, Incarnation holder);

    /** Releases the claim, unless a later one was made. */
    Uni<Void> release(PollingClaim claim);

    /** Releases the claims of all replicas whose lease is dead; returns their number. */
    Uni<Integer> releaseDead();
}
