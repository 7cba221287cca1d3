package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.context.RunMemory;
import dev.agenthost.orchestrator.context.StoreAnswer;
import dev.agenthost.orchestrator.drive.Produced;
import dev.agenthost.orchestrator.part.InlinePart;
import dev.agenthost.orchestrator.part.PartOutcome;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.store.artifact.ArtifactPut;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.function.Function;

/** How an effect comes about, decided before anybody is asked. */
sealed interface EffectPlan {
    /**
     * @param bytes that it writes, for its workspace's rate
     * @param question the same in every repetition
     * @param result what is published once it was answered
     */
    record Ask<T>(long bytes, Function<RunMemory, Uni<StoreAnswer<T>>> question, Function<T, Produced> result)
            implements EffectPlan {}

    /**
     * A message, which goes on in any case.
     *
     * @param parts that hold bytes
     * @param puts of these the first, in their order; those beyond are too many
     * @param result what is published, by what became of each part
     */
    record Keep(List<InlinePart> parts, List<ArtifactPut> puts, Function<List<PartOutcome>, Produced> result)
            implements EffectPlan {}

    /** @param why follows the result's type */
    record Drop(FailureCode code, String why) implements EffectPlan {}
}
