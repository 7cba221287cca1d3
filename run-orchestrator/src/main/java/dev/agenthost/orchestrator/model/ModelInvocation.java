package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A granted call of a model, on behalf of one run.
 *
 * @param data of the call
 * @param removesThoughts true to omit the model's thoughts
 * @param limit until the model answers; of a stream, from one piece to the next
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
    /** The shorter of the call's own limit and what is left of the run. */
    Duration within() {
        Duration rest = left.get();
        Duration shorter = rest.compareTo(limit) < 0 ? rest : limit;
        return shorter.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : shorter;
    }
}
