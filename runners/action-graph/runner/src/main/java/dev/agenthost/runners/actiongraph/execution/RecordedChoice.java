package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.carrier.CarrierOrigin;
import dev.agenthost.actiongraph.executor.ChoiceOrigin;
import dev.agenthost.actiongraph.executor.ExecutorChoice;
import dev.agenthost.actiongraph.executor.ExecutorRejection;
import dev.agenthost.actiongraph.result.ExecutorId;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The choice of an executor as the record of a graph has it.
 *
 * @param executor the executor; null if there is none
 * @param origin the origin of the choice; null if there is no executor
 * @param carrier the carrier of the declaration, which states whether the action was recovered; null in records of older versions
 * @param reason the reason, in one sentence of at most {@value #MAX_REASON} characters
 * @param rejections the first {@value #MAX_REJECTIONS} executors that were not chosen, each with its reason
 */
public record RecordedChoice(
        @Nullable ExecutorId executor,
        @Nullable ChoiceOrigin origin,
        @Nullable CarrierOrigin carrier,
        String reason,
        List<ExecutorRejection> rejections) {
    /** The remedy for the model if an action has no executor. */
    static final String REMEDY = "Name another executor, or ask for other capabilities.";

    static final int MAX_REASON = 500;
    static final int MAX_REJECTIONS = 8;

    public RecordedChoice {
        reason = reason.substring(0, Math.min(reason.length(), MAX_REASON));
        rejections = rejections.stream().limit(MAX_REJECTIONS).toList();
    }

    static RecordedChoice of(ExecutorChoice choice, CarrierOrigin carrier) {
        return switch (choice) {
            case ExecutorChoice.Chosen chosen ->
                new RecordedChoice(
                        new ExecutorId(
                                chosen.executor().type(), chosen.executor().name()),
                        chosen.origin(),
                        carrier,
                        chosen.explanation(),
                        chosen.rejections());
            case ExecutorChoice.NoneAvailable none ->
                new RecordedChoice(null, null, carrier, none.explanation(), none.rejections());
        };
    }

    /** The choice of an executor that a later run does not have any more. */
    RecordedChoice missing() {
        return new RecordedChoice(null, null, carrier, executor + " is not available any more", List.of());
    }

    /** The choice for the telemetry of a call, as it is on record. */
    ObjectNode json() {
        return ProtocolCodec.tree(this);
    }

    /** Returns true if another agent executes the action, in a run of its own. */
    boolean isDelegation() {
        return executor != null && (executor.type() == ExecutorType.AGENT || executor.type() == ExecutorType.PIPELINE);
    }
}
