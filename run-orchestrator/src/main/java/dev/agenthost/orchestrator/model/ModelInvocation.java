package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A granted call of a model on behalf of one run.
 *
 * @param data of the call
 * @param removesThoughts true to omit the model's thoughts
 * @param limit the time limit of the answer; of a stream, the time limit between two chunks
 * @param left the time until the run's deadline
 * @param mayCall true while this replica owns the run and the run is open; checked before each outbound call
 */
public record ModelInvocation(
        String workspaceId,
        String modelId,
        JsonNode data,
        boolean removesThoughts,
        Duration limit,
        Supplier<Duration> left,
        BooleanSupplier mayCall) {
    /** Returns the shorter of the call's time limit and the time until the run's deadline. */
    Duration within() {
        Duration remaining = left.get();
        Duration shorter = remaining.compareTo(limit) < 0 ? remaining : limit;
        return shorter.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : shorter;
    }
}
