package dev.agenthost.delivery.send;

import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/** Keeps the sends. Every write but a claim names the epoch of its claim, and is refused under an older one. */
public interface SendRepository {

    /**
     * Claims the first open send of lanes that are due, each for {@link SendPolicy#claimTerm()}: those that wait, those whose claim
     * ran out, and those that were {@link #inherit inherited}. No two callers get the same one, and a replica without a lease gets none.
     *
     * @param owner in whose name
     * @param room how many at most, and for whom; endpoints that have waited longest come first
     */
    Uni<List<ClaimedSend>> claim(SendPolicy policy, Incarnation owner, ClaimCapacity room);

    /**
     * Ends a send, with the complete receipt.
     *
     * @return false when the claim is no longer the caller's: nothing was written
     */
    Uni<Boolean> finish(ClaimedSend send, SendStatus status, byte[] receipt);

    /**
     * Leaves a send to its present owner, without a receipt: the owner publishes it.
     *
     * @return false when the claim is no longer the caller's: nothing was written
     */
    Uni<Boolean> handOver(ClaimedSend send);

    /**
     * Gives a send back, to be made again after a while.
     *
     * @return false when the claim is no longer the caller's: nothing was written
     */
    Uni<Boolean> again(ClaimedSend send, Duration after);

    /** Makes the claimed sends of dead replicas due; each may have been sent. Returns their number. */
    Uni<Integer> inherit();
}
