package dev.agenthost.delivery.run;

import dev.agenthost.delivery.surface.DeliveryState;
import dev.agenthost.protocol.id.StreamPosition;

/**
 * The progress of applying a run's results.
 *
 * @param partition of {@code agent.run-results}
 * @param startOffset of the first record of the run that was read
 * @param highest position applied
 * @param ended true if the terminal result was applied; {@code highest} is then its position
 */
public record ResultProgress(
        RunKey key,
        int partition,
        long startOffset,
        StreamPosition highest,
        boolean ended,
        String conversationKey,
        DeliveryState delivery) {

    ResultProgress moved(StreamPosition to, boolean terminal, DeliveryState state) {
        return new ResultProgress(key, partition, startOffset, to, terminal, conversationKey, state);
    }
}
