package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.graph.AttemptUsage;
import dev.agenthost.actiongraph.graph.GraphEffect;
import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.actiongraph.graph.GraphState;
import dev.agenthost.actiongraph.graph.GraphStatus;
import dev.agenthost.actiongraph.graph.GraphStep;
import dev.agenthost.actiongraph.reference.ResolvedInput;
import dev.agenthost.actiongraph.result.ActionFailure;
import dev.agenthost.actiongraph.result.ActionOutput;
import dev.agenthost.actiongraph.result.ExecutorId;
import dev.agenthost.platform.failpoint.FailPoint;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Executes graphs: stores each state, performs the effects of the state machine, and feeds their ends back until nothing goes on without
 * the model or a person.
 */
public final class GraphExecution {
    private final ExecutorSelection selection;
    private final Map<ExecutorType, ActionExecutor> executors;
    private final ActionBudget budget;
    private final OutputStore outputs;
    private final GraphJournal journal;
    private final ApprovalQuestions approvals;

    GraphExecution(
            ExecutorSelection selection,
            Map<ExecutorType, ActionExecutor> executors,
            ActionBudget budget,
            OutputStore outputs,
            GraphJournal journal,
            ApprovalQuestions approvals) {
        this.selection = selection;
        this.executors = Map.copyOf(executors);
        this.budget = budget;
        this.outputs = outputs;
        this.journal = journal;
        this.approvals = approvals;
    }

    /**
     * Takes an input and executes the graph until it pauses.
     *
     * @param announcement what the person is told first; not before the graph is stored, or a run that begins again would tell it again
     */
    public GraphPause run(GraphRun graph, GraphInput first, Runnable announcement) throws InterruptedException {
        Deque<GraphInput> inputs = new ArrayDeque<>();
        boolean announced = false;
        inputs.add(first);
        boolean cancelled = false;
        try (ActionThreads threads = new ActionThreads()) {
            while (true) {
                while (!inputs.isEmpty()) {
                    GraphStep step = graph.take(inputs.remove());
                    FailPoint.at("graph.30-stepped");
                    journal.store(graph);
                    FailPoint.at("graph.35-stored");
                    if (!announced) {
                        announced = true;
                        announcement.run();
                        FailPoint.at("graph.37-announced");
                    }
                    for (GraphEffect effect : step.effects()) {
                        if (effect instanceof GraphEffect.Report report) {
                            FailPoint.at("graph.60-reported");
                            return new GraphPause.Reported(report.status());
                        }
                        perform(graph, effect, threads, inputs);
                    }
                }
                if (graph.state().waitsForPerson()) {
                    return new GraphPause.PersonAsked();
                }
                if (threads.isIdle()) {
                    // The input has changed nothing, such as a decision about a graph that has ended.
                    return new GraphPause.Reported(status(graph.state()));
                }
                ActionThreads.Signal signal = cancelled ? threads.next() : threads.next(budget.left());
                FailPoint.at("graph.40-ended");
                switch (signal) {
                    case ActionThreads.Ended ended -> inputs.add(end(graph, ended));
                    case ActionThreads.Defect defect -> throw defect.cause();
                    case ActionThreads.TimerDue due -> inputs.add(due.input());
                    case ActionThreads.DeadlinePassed passed -> {
                        cancelled = true;
                        inputs.add(new GraphInput.Cancel());
                    }
                }
            }
        }
    }

    private static GraphStatus status(GraphState state) {
        if (!state.hasEnded()) {
            return GraphStatus.BLOCKED;
        }
        return switch (state.ending()) {
            case NONE -> GraphStatus.COMPLETED;
            case CANCELLED -> GraphStatus.CANCELLED;
            case ABORTED, BUDGET, DEADLINE -> GraphStatus.FAILED;
        };
    }

    private void perform(GraphRun graph, GraphEffect effect, ActionThreads threads, Deque<GraphInput> inputs) {
        switch (effect) {
            case GraphEffect.Start start -> start(graph, start, threads);
            case GraphEffect.RetryAfter retry ->
                threads.after(retry.delay(), new GraphInput.RetryDue(retry.actionId(), retry.iteration()));
            case GraphEffect.CompleteAfter timer ->
                threads.after(
                        timer.delay(),
                        new GraphInput.Completed(
                                timer.actionId(), timer.iteration(), timer.attempt(), AttemptUsage.NONE));
            case GraphEffect.DeadlineAfter deadline ->
                threads.after(deadline.delay(), new GraphInput.DeadlineReached());
            case GraphEffect.Interrupt interrupt -> threads.interrupt(interrupt.actionId());
            case GraphEffect.AskApproval question -> {
                if (!approvals.ask(graph, question.actionId())) {
                    ActionFailure failure = new ActionFailure(
                            "approval.required", "A person has to approve this action, and the host cannot ask one.");
                    graph.add(new AttemptEnd(question.actionId(), 0, null, null, null, 0, failure, 0));
                    inputs.add(new GraphInput.Denied(question.actionId(), "runtime"));
                }
            }
            case GraphEffect.Report report -> {}
        }
    }

    private GraphInput end(GraphRun graph, ActionThreads.Ended ended) {
        AttemptId id = ended.attempt();
        Action action = graph.action(id.actionId());
        ExecutorId executor = selection.choose(action).orElse(null);
        return switch (ended.outcome()) {
            case ActionOutcome.Succeeded succeeded -> {
                ActionOutput output = outputs.store(graph.runId(), action, id, succeeded.output());
                graph.add(end(ended, executor, output, null));
                yield new GraphInput.Completed(id.actionId(), id.iteration(), id.attempt(), AttemptUsage.NONE);
            }
            case ActionOutcome.Failed failed -> {
                graph.add(end(ended, executor, ActionOutput.NONE, failed.failure()));
                yield new GraphInput.Failed(id.actionId(), id.iteration(), id.attempt(), AttemptUsage.NONE);
            }
        };
    }

    private static AttemptEnd end(
            ActionThreads.Ended ended,
            @Nullable ExecutorId executor,
            ActionOutput output,
            @Nullable ActionFailure failure) {
        AttemptId id = ended.attempt();
        return new AttemptEnd(
                id.actionId(),
                id.iteration(),
                executor,
                output.value(),
                output.reference(),
                output.bytes(),
                failure,
                ended.elapsed().toMillis());
    }

    private void start(GraphRun graph, GraphEffect.Start start, ActionThreads threads) {
        AttemptId id = new AttemptId(start.actionId(), start.iteration(), start.attempt());
        Prepared prepared = prepare(graph, graph.action(id.actionId()), id);
        threads.start(id, () -> switch (prepared) {
            case Prepared.Ready ready -> execute(ready.call());
            case Prepared.Refused refused -> refused.outcome();
        });
    }

    private ActionOutcome execute(ActionCall call) throws InterruptedException {
        ActionExecutor executor = executors.get(call.executor().type());
        return executor == null
                ? ActionOutcome.failed("executor.unavailable", selection.refusal())
                : executor.execute(call);
    }

    /** The checks before a call, in their order. */
    private Prepared prepare(GraphRun graph, Action action, AttemptId id) {
        Optional<ExecutorId> executor = selection.choose(action);
        if (executor.isEmpty()) {
            return refused("executor.unavailable", selection.refusal());
        }
        JsonNode declared = action.input().value();
        JsonNode input = JsonNodeFactory.instance.objectNode();
        if (declared != null) {
            switch (graph.resolver(id.actionId(), id.iteration()).resolve(declared)) {
                case ResolvedInput.Unresolved missing -> {
                    return refused("reference.unresolved", missing.why() + ".");
                }
                case ResolvedInput.Resolved found -> input = found.value();
            }
        }
        if (!budget.take()) {
            return refused("budget.actions", "The limit of " + budget.most() + " actions is reached. Answer now.");
        }
        String callId = graph.runId() + "/" + action.id() + "/" + id.iteration() + "/" + id.attempt();
        JsonNode resolved = input;
        Optional<String> task = executor.get().type() == ExecutorType.AGENT
                ? AgentTask.text(
                        graph.runId(),
                        action,
                        declared == null ? null : input,
                        graph.resolver(id.actionId(), id.iteration()))
                : Optional.of("");
        return task.<Prepared>map(words -> new Prepared.Ready(new ActionCall(callId, executor.get(), resolved, words)))
                .orElseGet(
                        () -> refused("reference.unresolved", "A section or a context of this action does not exist."));
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
