package dev.agenthost.orchestrator.flowcontrol;

import io.smallrye.mutiny.Uni;

/** The shared buckets of all replicas. */
public interface RateBucketRepository {
    /**
     * Takes tokens from the bucket of a workspace.
     *
     * @param minimum the fewest useful tokens
     * @param requested the most tokens to take
     * @return the number of tokens taken; 0 if fewer than {@code minimum} are available
     */
    Uni<Double> take(String workspaceId, RateKind kind, double minimum, double requested, Rate rate);

    /** Deletes full buckets. */
    Uni<Void> sweep();
}
