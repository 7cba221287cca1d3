package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.graph.AttemptUsage;
import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.actiongraph.graph.SuspensionReason;
import dev.agenthost.actiongraph.result.ActionFailure;
import dev.agenthost.actiongraph.result.ActionOutput;
import org.jspecify.annotations.Nullable;

/**
 * Records the ends of attempts in their graphs.
 *
 * @param outputs stores the outputs that are too large for the graph
 * @param budget counts what an attempt has used
 */
record AttemptRecorder(OutputStore outputs, ActionBudget budget) {
    /** Records the end of an attempt. Returns it as an input of the graph. */
    GraphInput record(GraphRun graph, ActionThreads.Ended ended) {
        AttemptId id = ended.attempt();
        AttemptName name = new AttemptName(graph.runId(), id);
        return switch (ended.outcome()) {
            case ActionOutcome.Succeeded succeeded -> {
                graph.add(end(graph, ended, succeeded.output(), succeeded.artifact(), null));
                graph.update(graph.record().ended(name));
                budget.use(succeeded.usage());
                yield new GraphInput.Completed(id.actionId(), id.iteration(), id.attempt(), succeeded.usage());
            }
            case ActionOutcome.Failed failed -> {
                graph.add(end(graph, ended, null, null, failed.failure()));
                graph.update(graph.record().ended(name));
                budget.use(failed.usage());
                yield new GraphInput.Failed(
                        id.actionId(), id.iteration(), id.attempt(), failed.usage(), failed.isFinal());
            }
            case ActionOutcome.Unreported unreported -> {
                graph.add(end(graph, ended, null, null, unreported.failure()));
                graph.update(graph.record().ended(name));
                yield new GraphInput.Unreported(id.actionId(), id.iteration(), id.attempt(), AttemptUsage.NONE);
            }
            case ActionOutcome.Suspended suspended -> {
                if (suspended.output() != null) {
                    graph.add(end(graph, ended, suspended.output(), null, null));
                }
                if (suspended.suspension().reason() == SuspensionReason.PERSON) {
                    graph.update(graph.record().asked(name));
                }
                if (suspended.delegatedRun() != null) {
                    graph.update(graph.record().delegated(name, suspended.delegatedRun()));
                }
                yield new GraphInput.Suspended(id.actionId(), id.iteration(), id.attempt(), suspended.suspension());
            }
        };
    }

    private AttemptEnd end(
            GraphRun graph,
            ActionThreads.Ended ended,
            @Nullable JsonNode value,
            @Nullable String artifact,
            @Nullable ActionFailure failure) {
        AttemptId id = ended.attempt();
        ActionOutput output = value == null
                ? ActionOutput.NONE
                : outputs.store(graph.runId(), graph.action(id.actionId()), id, value, artifact);
        return new AttemptEnd(
                id.actionId(),
                id.iteration(),
                graph.choice(id.actionId()).executor(),
                output.value(),
                output.reference(),
                output.bytes(),
                failure,
                ended.elapsed().toMillis());
    }
}
