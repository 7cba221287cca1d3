package dev.agenthost.orchestrator.flowcontrol;

import io.smallrye.mutiny.Uni;

/** The buckets that all replicas take from. */
public interface RateBucketRepository {
    /**
     * Takes tokens out of a workspace's bucket.
     *
     * @param need the fewest that are of use
     * @param wish the most that are taken
     * @return the number of tokens taken; 0 if there are fewer than needed
     */
    Uni<Double> take(String workspaceId, RateKind kind, double need, double wish, Rate rate);

    /** Forgets buckets that are full again. */
    Uni<Void> sweep();
}
