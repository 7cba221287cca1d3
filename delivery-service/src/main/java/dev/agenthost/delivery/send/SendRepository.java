package dev.agenthost.delivery.send;

import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/** Stores the sends. Every write but a claim names the epoch of its claim, and is refused under an older one. */
public interface SendRepository {

    /**
     * Claims the first open send of due lanes, each for {@link SendPolicy#claimTerm()}: pending sends, sends whose claim has expired,
     * and {@link #inherit inherited} ones. No two callers get the same send, and a replica without a lease gets none.
     *
     * @param owner incarnation that claims
     * @param capacity limits of the claim; endpoints that have waited longest come first
     */
    Uni<List<ClaimedSend>> claim(SendPolicy policy, Incarnation owner, ClaimCapacity capacity);

    /**
     * Ends a send, with the complete receipt.
     *
     * @return false if the caller no longer holds the claim: nothing was written
     */
    Uni<Boolean> finish(ClaimedSend send, SendStatus status, byte[] receipt);

    /**
     * Records that an adapter has the part; the receipt follows from the adapter.
     *
     * @return false if the caller no longer holds the claim: nothing was written
     */
    Uni<Boolean> handOver(ClaimedSend send);

    /**
     * Releases a claim; the send is made again after the delay.
     *
     * @return false if the caller no longer holds the claim: nothing was written
     */
    Uni<Boolean> retry(ClaimedSend send, Duration after);

    /**
     * Releases a claim as {@link #retry} does, and does not count its attempt.
     *
     * @return false if the caller no longer holds the claim: nothing was written
     */
    Uni<Boolean> postpone(ClaimedSend send, Duration after);

    /**
     * Records the calls of a part, before and after each.
     *
     * @return false if the caller no longer holds the claim: nothing was written, and the caller must not make a call
     */
    Uni<Boolean> recordCalls(ClaimedSend send, CallProgress calls);

    /**
     * Prolongs the claim by that time, for a call that may take longer than the timeout of a call.
     *
     * @return false if the caller no longer holds the claim: nothing was written, and the caller must not make the call
     */
    Uni<Boolean> prolong(ClaimedSend send, Duration term);

    /** Makes the claimed sends of dead replicas due; each may have been sent. Returns their number. */
    Uni<Integer> inherit();
}
