package dev.agenthost.orchestrator.result;

import dev.agenthost.protocol.topic.RecordPosition;
import io.smallrye.mutiny.Uni;
import java.util.function.BooleanSupplier;

/** {@code agent.run-results}. */
public interface ResultProducer {
    /**
     * Completes with the record's position when every replica of the broker that must have it has it. Never blocks.
     *
     * @param allowed asked when the record's turn has come, however long it waited for it; where the answer is no, it is not
     *     sent and this fails
     */
    Uni<RecordPosition> publish(ResultRecord record, BooleanSupplier allowed);
}
