package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.declaration.DecisionChoice;
import dev.agenthost.actiongraph.graph.GraphEffect;
import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.actiongraph.graph.GraphState;
import dev.agenthost.actiongraph.graph.GraphStep;
import dev.agenthost.actiongraph.graph.SuspensionReason;
import dev.agenthost.actiongraph.projection.DecisionPoint;
import dev.agenthost.actiongraph.projection.DecisionPoints;
import dev.agenthost.actiongraph.result.ActionFailure;
import dev.agenthost.actiongraph.result.ExecutorId;
import dev.agenthost.platform.failpoint.FailPoint;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Executes graphs: stores each state, performs the effects of the state machine, and feeds their ends back until nothing goes on without
 * the model or an event of the host.
 */
public final class GraphExecution {
    private final Map<ExecutorType, ActionExecutor> executors;
    private final AttemptPreparation preparation;
    private final ActionBudget budget;
    private final AttemptRecorder ends;
    private final GraphJournal journal;
    private final GraphListener listener;
    private final ApprovalQuestions approvals;
    private final ContinuedWaits continued;

    GraphExecution(
            Map<ExecutorType, ActionExecutor> executors,
            AttemptPreparation preparation,
            OutputStore outputs,
            GraphJournal journal,
            GraphListener listener,
            ApprovalQuestions approvals,
            ContinuedWaits continued) {
        this.executors = Map.copyOf(executors);
        this.preparation = preparation;
        this.budget = preparation.budget();
        this.ends = new AttemptRecorder(outputs, preparation.budget());
        this.journal = journal;
        this.listener = listener;
        this.approvals = approvals;
        this.continued = continued;
    }

    /**
     * Takes an input and executes the graph until it pauses.
     *
     * @param announcement sent to the person once the graph is stored with it
     */
    public GraphPause run(GraphRun graph, GraphInput input, Announcement announcement) throws InterruptedException {
        graph.update(graph.record().announcing(announcement.messages()));
        try (ActionThreads threads = new ActionThreads()) {
            return run(graph, List.of(input), threads, new OpenWaits(graph, threads, continued), announcement::send);
        }
    }

    /** Ends a graph that awaits a decision which nobody makes any more. */
    public void abort(GraphRun graph) throws InterruptedException {
        GraphInput abort = new GraphInput.Decided("", DecisionChoice.ABORT);
        try (ActionThreads threads = new ActionThreads()) {
            run(graph, List.of(abort), threads, new OpenWaits(graph, threads, continued), () -> {});
        }
    }

    /**
     * Goes on with a stored graph. An attempt without a recorded end is begun again if its repetition is the same delegation or question;
     * otherwise its outcome is unknown.
     *
     * @param input the input of an event; null if it has none
     * @param fired name of the timer whose event continues the graph; null if there is none
     */
    public GraphPause resume(GraphRun graph, @Nullable GraphInput input, @Nullable String fired)
            throws InterruptedException {
        try (ActionThreads threads = new ActionThreads()) {
            OpenWaits waits = new OpenWaits(graph, threads, continued);
            Deque<GraphInput> inputs = new ArrayDeque<>();
            if (input != null) {
                inputs.add(input);
            }
            for (AttemptId running : graph.open().running()) {
                if (isNamed(graph.choice(running.actionId()).executor())) {
                    start(graph, running, threads);
                } else {
                    inputs.add(new GraphInput.Lost(running.actionId(), running.iteration(), running.attempt()));
                }
            }
            graph.open().unapproved().stream()
                    .filter(graph.record()::mayBeUnasked)
                    .forEach(actionId -> ask(graph, actionId, inputs));
            askAgain(graph);
            ClosedQuestions.ofEarlierAttempt(graph).forEach(approvals::withdraw);
            waits.resume(fired);
            if (graph.state().hasEnded()) {
                // The run may have died between the stored end and its view.
                listener.stepped(graph, budget.spent());
            }
            return run(graph, inputs, threads, waits, () -> {});
        }
    }

    /** Returns true if the host recognises a repetition by the name of the attempt. */
    private static boolean isNamed(@Nullable ExecutorId executor) {
        return executor != null
                && switch (executor.type()) {
                    case AGENT, PIPELINE, HUMAN -> true;
                    case TOOL, RUNTIME, SERVICE -> false;
                };
    }

    private GraphPause run(
            GraphRun graph, Iterable<GraphInput> first, ActionThreads threads, OpenWaits waits, Runnable announcement)
            throws InterruptedException {
        Deque<GraphInput> inputs = new ArrayDeque<>();
        first.forEach(inputs::add);
        boolean isFirst = true;
        while (true) {
            while (!inputs.isEmpty()) {
                GraphState before = graph.state();
                GraphInput input = inputs.remove();
                List<UnansweredQuestion> questions = UnansweredQuestion.all(graph);
                GraphStep step = graph.take(input, budget.now());
                ClosedQuestions closed = ClosedQuestions.of(graph, questions, input);
                graph.update(graph.record().withdrawing(closed.withdrawn()));
                budget.pause(graph.state().waitsForPerson());
                budget.useCost(
                        graph.state().usage().cost().subtract(before.usage().cost()));
                Optional<DecisionPoint> point = DecisionPoints.of(before, step);
                if (isFirst || !startsOnlyRuntime(graph, step)) {
                    FailPoint.at("graph.30-stepped");
                    journal.store(graph, budget.usage(), point.orElse(null));
                    FailPoint.at("graph.35-stored");
                    if (isFirst) {
                        announcement.run();
                        isFirst = false;
                    }
                    FailPoint.at("graph.37-announced");
                    listener.stepped(graph, budget.spent());
                }
                closed.timers().forEach(continued.timers()::cancel);
                closed.withdrawn().forEach(approvals::withdraw);
                // A step that reports can interrupt waits, too.
                step.effects().forEach(effect -> perform(graph, effect, threads, waits, inputs));
                if (step.effects().stream().anyMatch(GraphEffect.Report.class::isInstance)) {
                    waits.close(graph.limits().deadlineTimer(budget));
                    FailPoint.at("graph.60-reported");
                    return new GraphPause.Reported(point.orElseThrow());
                }
                waits.watch();
            }
            if (graph.state().waitsForPerson()) {
                return asked(graph);
            }
            if (threads.isIdle()) {
                // The input has changed nothing, such as a decision about a graph that has ended.
                return new GraphPause.Reported(graph.reached());
            }
            boolean mayEnd = waits.continueWithoutRun();
            ActionThreads.Signal signal = next(graph, threads, mayEnd);
            FailPoint.at("graph.40-ended");
            switch (signal) {
                case ActionThreads.Ended ended -> inputs.add(ends.record(graph, ended));
                case ActionThreads.Stopped stopped -> throw new IllegalStateException("only OpenWaits stops a wait");
                case ActionThreads.Defect defect -> throw defect.cause();
                case ActionThreads.TimerDue due -> inputs.add(due.input());
                case ActionThreads.NothingEnded nothing -> {
                    if (budget.left().isZero()) {
                        inputs.add(new GraphInput.Cancel());
                    } else if (graph.limits().timeLeft(budget.now()).isZero()) {
                        inputs.add(new GraphInput.DeadlineReached());
                    } else if (mayEnd && waits.stop()) {
                        continued.timers().set(graph.limits().deadlineTimer(budget), timeLeft(graph));
                        return stored(graph);
                    }
                }
            }
        }
    }

    /**
     * Returns true if a step does nothing but start operations of the runtime. They change nothing outside of the graph and end at once,
     * so the state is stored with their ends.
     */
    private static boolean startsOnlyRuntime(GraphRun graph, GraphStep step) {
        return !step.effects().isEmpty()
                && step.effects().stream()
                        .allMatch(effect -> effect instanceof GraphEffect.Start start
                                && graph.choice(start.actionId()).executor() instanceof ExecutorId executor
                                && executor.type() == ExecutorType.RUNTIME);
    }

    /** Stores a graph that has reported and waits for people, because its run ends without a decision: their responses go on with it. */
    public void keepAsking(GraphRun graph) {
        asked(graph);
    }

    private GraphPause asked(GraphRun graph) {
        UnansweredQuestion.all(graph)
                .forEach(question -> continued.timers().set(question.timer(), UnansweredQuestion.LONGEST));
        return stored(graph);
    }

    /** A run that ends stores the questions and delegations of its last step, and the earlier graphs, too. */
    private GraphPause stored(GraphRun graph) {
        graph.earlier().forEach(earlier -> journal.keep(earlier, budget.usage()));
        journal.store(graph, budget.usage(), null);
        FailPoint.at("graph.57-waiting");
        return new GraphPause.Waiting();
    }

    private ActionThreads.Signal next(GraphRun graph, ActionThreads threads, boolean mayEnd)
            throws InterruptedException {
        if (graph.state().ending() != GraphState.Ending.NONE) {
            return threads.next();
        }
        Duration left = timeLeft(graph);
        return threads.next(mayEnd && continued.longest().compareTo(left) < 0 ? continued.longest() : left);
    }

    private Duration timeLeft(GraphRun graph) {
        Duration ofGraph = graph.limits().timeLeft(budget.now());
        return ofGraph.compareTo(budget.left()) < 0 ? ofGraph : budget.left();
    }

    private void perform(
            GraphRun graph, GraphEffect effect, ActionThreads threads, OpenWaits waits, Deque<GraphInput> inputs) {
        switch (effect) {
            case GraphEffect.Start start ->
                start(graph, new AttemptId(start.actionId(), start.iteration(), start.attempt()), threads);
            case GraphEffect.RetryAfter retry -> waits.begin(retry.actionId(), retry.iteration());
            case GraphEffect.CompleteAfter timer -> waits.begin(timer.actionId(), timer.iteration());
            case GraphEffect.Interrupt interrupt -> waits.cancel(interrupt.actionId());
            case GraphEffect.AskApproval question -> ask(graph, question.actionId(), inputs);
            case GraphEffect.DeadlineAfter deadline -> {
                // The clock of the graph has it, over all runs.
            }
            case GraphEffect.Report report -> {}
        }
    }

    private void ask(GraphRun graph, String actionId, Deque<GraphInput> inputs) {
        List<PlannedCall> calls = graph.planned(actionId).stream()
                .map(call -> preparation.shown(graph.action(actionId), call))
                .toList();
        if (approvals.ask(graph, actionId, calls)) {
            graph.update(graph.record()
                    .shown(actionId, calls.stream().map(PlannedCall::digest).toList()));
            return;
        }
        ActionFailure failure = new ActionFailure(
                "approval.required",
                "A person has to approve this action, and the host cannot ask one: the run needs state in host_apis, and a delegated run asks nobody.");
        graph.add(new AttemptEnd(actionId, 0, null, null, null, 0, failure, 0));
        inputs.add(new GraphInput.Denied(actionId, "runtime"));
    }

    /** Repeats the questions of this run of the host, which may be lost with its earlier attempt. */
    private void askAgain(GraphRun graph) throws InterruptedException {
        for (AttemptId id :
                graph.open().waiting(Set.of(SuspensionReason.PERSON)).keySet()) {
            AttemptName name = new AttemptName(graph.runId(), id);
            if (graph.record().isAsked(name)
                    && preparation.prepare(graph, name) instanceof AttemptPreparation.Prepared.Ready ready) {
                execute(ready.call());
            }
        }
    }

    private void start(GraphRun graph, AttemptId id, ActionThreads threads) {
        AttemptPreparation.Prepared prepared = preparation.prepare(graph, new AttemptName(graph.runId(), id));
        ActionThreads.Attempt attempt = () -> switch (prepared) {
            case AttemptPreparation.Prepared.Ready ready -> execute(ready.call());
            case AttemptPreparation.Prepared.Refused refused -> refused.outcome();
        };
        ExecutorId executor = graph.choice(id.actionId()).executor();
        if (executor != null && executor.type() == ExecutorType.HUMAN) {
            // People read questions in the order of the declaration.
            threads.startInOrder(id, attempt);
        } else {
            threads.start(id, attempt);
        }
    }

    private ActionOutcome execute(ActionCall call) throws InterruptedException {
        ActionExecutor executor = executors.get(call.executor().type());
        return executor == null
                ? ActionOutcome.refused("executor.unavailable", "No executor of this type can run.")
                : executor.execute(call);
    }
}
