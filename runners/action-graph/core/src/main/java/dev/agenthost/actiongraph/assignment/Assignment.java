package dev.agenthost.actiongraph.assignment;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.ExecutorId;
import dev.agenthost.actiongraph.result.ResultStatus;
import dev.agenthost.actiongraph.result.SummaryText;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An action that is bound to the session of an agent (spec 001, Assignment): its executor, authority, context and result.
 *
 * @param id name of the attempt, the same in every repetition
 * @param runId id of the run of the graph
 * @param actionId id of the action
 * @param executor the agent
 * @param session id of the agent's run, whose trace and artifacts are those of the assignment; null before it exists
 * @param authority effects that the registry permits the executor
 * @param context references of the material that the agent was given, in the order of the declaration
 * @param promptDigest SHA-256 of the expanded prompt; null without a prompt
 * @param status status of the action
 * @param summary what came of it; null before the end, and if {@code data_visibility} has no {@code logs}
 * @param artifacts stored outputs; empty if {@code data_visibility} has no {@code logs}
 */
public record Assignment(
        String id,
        String runId,
        String actionId,
        ExecutorId executor,
        @Nullable String session,
        Set<SideEffect> authority,
        List<String> context,
        @Nullable String promptDigest,
        ResultStatus status,
        @Nullable String summary,
        List<String> artifacts) {
    public Assignment {
        authority = Set.copyOf(authority);
        context = List.copyOf(context);
        artifacts = List.copyOf(artifacts);
    }

    /**
     * The assignment of an action.
     *
     * @param executor the agent, with the effects that the registry permits it
     * @param result the result so far
     */
    public static Assignment of(
            String id,
            String runId,
            Action action,
            ExecutorId executor,
            Set<SideEffect> authority,
            @Nullable String session,
            @Nullable String promptDigest,
            ActionResult result) {
        boolean isLogged = action.policies().visibility().contains(DataAudience.LOGS);
        String stored = isLogged ? result.output().reference() : null;
        return new Assignment(
                id,
                runId,
                action.id(),
                executor,
                session,
                authority,
                action.input().context().stream().map(Reference::toString).toList(),
                promptDigest,
                ResultStatus.of(result.status()),
                isLogged && result.status().isTerminal() ? SummaryText.of(result) : null,
                stored == null ? List.of() : List.of(stored));
    }
}
