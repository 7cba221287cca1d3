package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.graph.GraphEffect;
import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.actiongraph.graph.GraphStatus;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import dev.agenthost.actiongraph.reference.ResolvedInput;
import dev.agenthost.actiongraph.result.ActionOutput;
import dev.agenthost.actiongraph.result.ExecutorId;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.host.ToolClient;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Executes graphs: performs the effects of the state machine, and feeds their ends back until it reports. */
public final class GraphExecution {
    private final ExecutorSelection selection;
    private final Map<ExecutorType, ActionExecutor> executors;
    private final ActionBudget budget;
    private final OutputStore outputs;

    GraphExecution(
            ExecutorSelection selection,
            Map<ExecutorType, ActionExecutor> executors,
            ActionBudget budget,
            OutputStore outputs) {
        this.selection = selection;
        this.executors = Map.copyOf(executors);
        this.budget = budget;
        this.outputs = outputs;
    }

    /** An execution whose executors are tools of the host and the operations of the runtime. */
    public static GraphExecution of(
            List<String> tools, ToolClient client, RunOutput out, ActionBudget budget, OutputStore outputs) {
        return new GraphExecution(
                ExecutorSelection.of(tools),
                Map.of(
                        ExecutorType.TOOL,
                        new ToolCallExecutor(client, out),
                        ExecutorType.RUNTIME,
                        RuntimeOperation::execute),
                budget,
                outputs);
    }

    /** Takes an input and executes the graph until nothing runs and no retry is due; returns the aggregate status. */
    public GraphStatus run(GraphRun graph, GraphInput first) throws InterruptedException {
        try (ActionThreads threads = new ActionThreads()) {
            GraphInput input = first;
            boolean cancelled = false;
            while (true) {
                for (GraphEffect effect : graph.take(input).effects()) {
                    switch (effect) {
                        case GraphEffect.Start start -> start(graph, start, threads);
                        case GraphEffect.RetryAfter retry ->
                            threads.after(retry.delay(), new GraphInput.RetryDue(retry.actionId()));
                        case GraphEffect.Interrupt interrupt -> threads.interrupt(interrupt.actionId());
                        case GraphEffect.Report report -> {
                            return report.status();
                        }
                    }
                }
                ActionThreads.Signal signal = cancelled ? threads.next() : threads.next(budget.left());
                switch (signal) {
                    case ActionThreads.Ended ended -> input = end(graph, ended);
                    case ActionThreads.Defect defect -> throw defect.cause();
                    case ActionThreads.TimerDue due -> input = due.input();
                    case ActionThreads.DeadlinePassed passed -> {
                        cancelled = true;
                        input = new GraphInput.Cancel();
                    }
                }
            }
        }
    }

    private GraphInput end(GraphRun graph, ActionThreads.Ended ended) {
        ActionOutput output = ended.outcome() instanceof ActionOutcome.Succeeded succeeded
                ? outputs.store(
                        graph.runId(),
                        graph.action(ended.actionId()),
                        graph.attempts(ended.actionId()),
                        succeeded.output())
                : ActionOutput.NONE;
        return graph.end(ended, output);
    }

    private void start(GraphRun graph, GraphEffect.Start start, ActionThreads threads) {
        Action action = graph.action(start.actionId());
        Optional<ExecutorId> executor = selection.choose(action);
        executor.ifPresent(chosen -> graph.chosen(action.id(), chosen));
        switch (prepare(graph, action, executor, start.attempt())) {
            case Prepared.Ready ready ->
                threads.start(action.id(), () -> executor(ready.call()).execute(ready.call()));
            case Prepared.Refused refused -> threads.start(action.id(), refused::outcome);
        }
    }

    private ActionExecutor executor(ActionCall call) {
        ActionExecutor executor = executors.get(call.executor().type());
        return executor == null
                ? unavailable -> ActionOutcome.failed("executor.unavailable", selection.refusal())
                : executor;
    }

    /** The checks before a call, in their order. */
    private Prepared prepare(GraphRun graph, Action action, Optional<ExecutorId> executor, int attempt) {
        if (executor.isEmpty()) {
            return refused("executor.unavailable", selection.refusal());
        }
        if (action.loop() != null) {
            return refused(
                    "loop.unsupported", "This runtime executes no loops; declare one action for each iteration.");
        }
        if (needsApproval(graph, action, executor.get().type())) {
            return refused(
                    "approval.required", "A person has to approve this action, and this runtime cannot ask one.");
        }
        JsonNode declared = action.input().value();
        JsonNode input = JsonNodeFactory.instance.objectNode();
        if (declared != null) {
            switch (graph.resolver().resolve(declared)) {
                case ResolvedInput.Unresolved missing -> {
                    return refused("reference.unresolved", missing.why() + ".");
                }
                case ResolvedInput.Resolved resolved -> input = resolved.value();
            }
        }
        if (!budget.take()) {
            return refused("budget.actions", "The limit of " + budget.most() + " actions is reached. Answer now.");
        }
        String callId = graph.runId() + "/" + action.id() + "/" + attempt;
        return new Prepared.Ready(new ActionCall(callId, executor.get(), input));
    }

    /** The registry declares no effects of a tool, so it counts as one that writes; a claim of the model can only add. */
    private static boolean needsApproval(GraphRun graph, Action action, ExecutorType type) {
        Set<SideEffect> effects = EnumSet.noneOf(SideEffect.class);
        effects.addAll(action.policies().sideEffects());
        if (type == ExecutorType.TOOL) {
            effects.add(SideEffect.WRITE);
        }
        return action.policies().approval().appliesTo(effects)
                || graph.approval().appliesTo(effects);
    }

    private static Prepared refused(String code, String message) {
        return new Prepared.Refused(ActionOutcome.failed(code, message));
    }

    /** The outcome of the checks. */
    private sealed interface Prepared {
        record Ready(ActionCall call) implements Prepared {}

        record Refused(ActionOutcome outcome) implements Prepared {}
    }
}
