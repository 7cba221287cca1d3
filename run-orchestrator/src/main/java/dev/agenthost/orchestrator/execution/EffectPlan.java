package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.interaction.Question;
import dev.agenthost.orchestrator.projection.GraphView;
import dev.agenthost.orchestrator.result.InlinePart;
import dev.agenthost.orchestrator.result.PartOutcome;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.store.artifact.ArtifactPut;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.function.Function;

/** Plan of an effect, decided before context-store is called. */
sealed interface EffectPlan {
    /**
     * @param bytes the written bytes, for its workspace's rate
     * @param question the same in every repetition
     * @param result the result to publish after the response
     */
    record Ask<T>(
            long bytes,
            Function<ContextStore, Uni<ContextStoreResponse<T>>> question,
            Function<T, PendingResult> result)
            implements EffectPlan {}

    /**
     * A message, which is published in any case.
     *
     * @param parts that hold bytes
     * @param puts the first of these, in order; later ones are too many
     * @param result the result to publish, by the outcomes of the parts
     */
    record Keep(List<InlinePart> parts, List<ArtifactPut> puts, Function<List<PartOutcome>, PendingResult> result)
            implements EffectPlan {}

    /**
     * A question to a person.
     *
     * @param bytes of the question, for its workspace's rate
     * @param result the result to publish, by the token of the stored question
     */
    record StoreQuestion(long bytes, Question question, Function<String, PendingResult> result) implements EffectPlan {}

    /**
     * Closes a question without a response.
     *
     * @param run that withdraws it
     */
    record WithdrawQuestion(ClaimedRun run, String interactionId, PendingResult result) implements EffectPlan {}

    /**
     * The view of a graph of actions.
     *
     * @param bytes of the view, for its workspace's rate
     */
    record StoreView(long bytes, GraphView view, PendingResult result) implements EffectPlan {}

    /** @param why follows the result's type */
    record Drop(FailureCode code, String why) implements EffectPlan {}
}
