package dev.agenthost.runners.actiongraph.turn;

import dev.agenthost.actiongraph.carrier.AssistantMessage;
import dev.agenthost.actiongraph.carrier.CarrierResult;
import dev.agenthost.actiongraph.carrier.CarrierResult.Declared;
import dev.agenthost.actiongraph.carrier.ExecutorNames;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Expansion;
import dev.agenthost.actiongraph.declaration.FinalReportSpec;
import dev.agenthost.actiongraph.declaration.GraphDecision;
import dev.agenthost.actiongraph.declaration.Intent;
import dev.agenthost.actiongraph.graph.ExpansionOutcome;
import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.actiongraph.markdown.PrivateReasoning;
import dev.agenthost.actiongraph.projection.DecisionPoint;
import dev.agenthost.actiongraph.result.AggregateStatus;
import dev.agenthost.actiongraph.transcript.ConversationTurn;
import dev.agenthost.actiongraph.validation.Violation;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.id.Sha256;
import dev.agenthost.runners.actiongraph.execution.ActionBudget;
import dev.agenthost.runners.actiongraph.execution.Announcement;
import dev.agenthost.runners.actiongraph.execution.GraphExecution;
import dev.agenthost.runners.actiongraph.execution.GraphPause;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import dev.agenthost.runners.actiongraph.execution.GraphSource;
import dev.agenthost.runners.actiongraph.execution.HostExecution;
import dev.agenthost.runners.actiongraph.execution.RunRecords;
import dev.agenthost.runners.actiongraph.journal.JournalEntry;
import dev.agenthost.sdk.RunCancelledException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The declarations of one run of the host: executes each by its intent, and makes its observation. */
public final class DeclarationRuns {
    private final String hostRunId;
    private final RequestOrigin origin;
    private final GraphRuns graphs;
    private final GraphExecution execution;
    private final RunRecords records;
    private final StoredResults stored;
    private final ActionBudget budget;
    private final boolean isWatched;
    /** The tokens of the request when a graph was last observed, by graph: requests from there on are about the graph, too. */
    private final Map<String, Long> observedAt = new HashMap<>();

    private final GraphLog log;
    private final RunObservation observation = new RunObservation();
    private int declarations;

    /**
     * @param hostRunId id of the run of the host, of which the ids of the graphs are made
     * @param log receives the course of the graphs
     * @param origin the request
     * @param records receives the graphs
     * @param budget counts the tokens of the request
     * @param parallelism most actions that run at a time
     * @param isWatched true if a person reads the messages of the run; those of a delegated run are its result
     */
    public DeclarationRuns(
            String hostRunId,
            GraphLog log,
            RequestOrigin origin,
            HostExecution host,
            GraphExecution execution,
            ExecutorNames executors,
            RunRecords records,
            ActionBudget budget,
            int parallelism,
            boolean isWatched) {
        this.hostRunId = hostRunId;
        this.log = log;
        this.origin = origin;
        this.graphs = new GraphRuns(host, executors, records, parallelism);
        this.execution = execution;
        this.records = records;
        this.stored = new StoredResults(records);
        this.budget = budget;
        this.isWatched = isWatched;
    }

    /** The meaning of an output of the model. */
    CarrierResult read(AssistantMessage output) {
        CarrierResult result = graphs.read(output);
        if (result instanceof CarrierResult.ProtocolError error) {
            log.refused(error);
        }
        if (result instanceof Declared declared && declared.origin().isRecovered()) {
            log.recovered(declared);
        }
        return result;
    }

    /** Returns true if a text without its end has a carrier, or the beginning of one. */
    boolean isNoAnswer(String text) {
        AssistantMessage broken = new AssistantMessage(PrivateReasoning.without(text), List.of(), false);
        return !(graphs.read(broken) instanceof CarrierResult.Answer);
    }

    /**
     * @param output the complete output of the model, which has the declaration
     * @param announcement sent to the person: after its graph is stored, or at once if nothing is stored
     */
    DeclarationOutcome execute(Declared declared, AssistantMessage output, Announcement announcement)
            throws InterruptedException {
        Intent intent = declared.declaration().envelope().intent();
        return switch (declared.declaration().payload()) {
            case ActionGraph graph
            when intent == Intent.EXECUTE -> {
                FailPoint.at("graph.20-declared");
                GraphRun begun = graphs.begun(
                        runId(), new GraphSource(List.of(output), origin.request(), origin.persons()), declared, graph);
                log.begun(begun);
                yield run(
                        begun,
                        new GraphInput.Begin(),
                        isWatched
                                ? begun.requiredNote().map(announcement::orElse).orElse(announcement)
                                : announcement);
            }
            case ActionGraph revision when intent != Intent.PLAN -> revise(revision, declared, output, announcement);
            case GraphDecision decision -> decide(decision, declared, announcement);
            case ActionGraph plan -> unexecuted(announcement, planned(declared));
            case Expansion expansion -> unexecuted(announcement, expanded(expansion, declared));
            case FinalReportSpec report
            when intent == Intent.EXECUTE -> unexecuted(announcement, report(report, declared));
            case FinalReportSpec plan -> unexecuted(announcement, planned(declared));
        };
    }

    private static DeclarationOutcome unexecuted(Announcement announcement, DeclarationOutcome outcome) {
        announcement.send();
        return outcome;
    }

    private DeclarationOutcome planned(Declared declared) {
        return note(declared, AggregateStatus.COMPLETED, "The plan is valid. Nothing was executed.");
    }

    private DeclarationOutcome expanded(Expansion expansion, Declared declared) {
        String title = declared.declaration().envelope().title();
        return new DeclarationOutcome.Observed(new ConversationTurn.ProtocolRun(
                runId(),
                title,
                AggregateStatus.COMPLETED,
                null,
                RunObservation.ignored(declared.warnings()),
                declared.written(),
                stored.expand(expansion)));
    }

    /**
     * Continues with a stored graph after an event.
     *
     * @return empty if the graph cannot be read any more
     */
    public Optional<DeclarationOutcome> resume(JournalEntry entry, Continuation event) throws InterruptedException {
        Optional<GraphRun> restored = graphs.restored(entry);
        if (restored.isEmpty()) {
            return Optional.empty();
        }
        GraphRun run = restored.get();
        if (!event.concerns(run)) {
            return Optional.of(new DeclarationOutcome.Unchanged());
        }
        log.continued(run);
        return Optional.of(outcome(run, () -> execution.resume(run, event.input(run), event.firedTimer())));
    }

    /** Ends the graphs of the request whose decisions the model leaves open: only a request of its own can decide about a graph. */
    void abortUndecided() throws InterruptedException {
        for (GraphRun run : records.undecided()) {
            execution.abort(run);
            log.aborted(run);
        }
    }

    /**
     * Stores the graphs of the request that wait for people although the model has answered.
     *
     * @return true if there is one, so that a response goes on with the request
     */
    boolean keepAsking() {
        List<GraphRun> asking = records.asking();
        asking.forEach(execution::keepAsking);
        return !asking.isEmpty();
    }

    /** Restores an earlier graph of the request; empty if it cannot be read any more. */
    public Optional<ConversationTurn> restore(JournalEntry entry) {
        return graphs.restored(entry).map(run -> observed(run, run.reached()));
    }

    private DeclarationOutcome revise(
            ActionGraph addition, Declared revision, AssistantMessage output, Announcement announcement)
            throws InterruptedException {
        GraphRun run = Optional.ofNullable(addition.runId())
                .flatMap(records::run)
                .orElseThrow(() -> new IllegalStateException("The reader has accepted an unknown run"));
        count(run);
        return switch (GraphRuns.expand(run, addition)) {
            case ExpansionOutcome.Expanded expanded ->
                run(graphs.revised(run, addition, expanded, revision, output), new GraphInput.Begin(), announcement);
            case ExpansionOutcome.Refused refused ->
                unexecuted(
                        announcement,
                        note(
                                revision,
                                AggregateStatus.FAILED,
                                "Nothing was added: "
                                        + refused.errors().stream()
                                                .map(Violation::toString)
                                                .collect(Collectors.joining("; "))));
        };
    }

    private DeclarationOutcome decide(GraphDecision decision, Declared declared, Announcement announcement)
            throws InterruptedException {
        GraphRun run = records.run(decision.runId())
                .orElseThrow(() -> new IllegalStateException("The reader has accepted an unknown run"));
        count(run);
        String action = decision.actionId() == null ? run.waits().decision() : decision.actionId();
        Optional<String> refusal = run.waits().refusal(action, decision.choice());
        if (refusal.isPresent()) {
            return unexecuted(
                    announcement,
                    note(
                            declared,
                            AggregateStatus.FAILED,
                            "Nothing was decided about " + run.runId() + ": " + refusal.get()));
        }
        return run(run, new GraphInput.Decided(action, decision.choice()), announcement);
    }

    private DeclarationOutcome run(GraphRun run, GraphInput input, Announcement announcement)
            throws InterruptedException {
        return outcome(run, () -> execution.run(run, input, announcement));
    }

    private ConversationTurn observed(GraphRun run, DecisionPoint point) {
        observedAt.put(run.runId(), budget.tokens());
        return observation.of(run, point);
    }

    /** Counts the requests to the model since the graph was observed. */
    private void count(GraphRun run) {
        run.useTokens(budget.tokens() - observedAt.getOrDefault(run.runId(), budget.tokens()));
    }

    /** The execution of a graph until it pauses. */
    @FunctionalInterface
    private interface PausingExecution {
        GraphPause untilPause() throws InterruptedException;
    }

    private DeclarationOutcome outcome(GraphRun run, PausingExecution execution) throws InterruptedException {
        GraphPause pause;
        try {
            pause = execution.untilPause();
        } catch (InterruptedException | RunCancelledException interrupted) {
            log.interrupted(run);
            throw interrupted;
        }
        log.paused(run, pause);
        return switch (pause) {
            case GraphPause.Reported reported -> new DeclarationOutcome.Observed(observed(run, reported.point()));
            case GraphPause.Waiting waiting -> new DeclarationOutcome.Waiting();
        };
    }

    private DeclarationOutcome report(FinalReportSpec report, Declared declared) {
        return stored.report(report, declared, origin.request())
                .<DeclarationOutcome>map(DeclarationOutcome.Reported::new)
                .orElseGet(() -> note(
                        declared,
                        AggregateStatus.FAILED,
                        "The headings of the report exceed its tokens. Declare fewer sections."));
    }

    private DeclarationOutcome note(Declared declared, AggregateStatus status, String reason) {
        String title = declared.declaration().envelope().title();
        List<String> ignored = RunObservation.ignored(declared.warnings());
        return new DeclarationOutcome.Observed(new ConversationTurn.ProtocolRun(
                runId(), title, status, reason, ignored, declared.written(), List.of()));
    }

    private String runId() {
        String name = hostRunId + "/" + declarations++;
        return "apr_" + Sha256.hex(name.getBytes(StandardCharsets.UTF_8)).substring(0, 12);
    }
}
