package dev.agenthost.runners.actiongraph.turn;

import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.carrier.AssistantMessage;
import dev.agenthost.actiongraph.carrier.CarrierReader;
import dev.agenthost.actiongraph.carrier.CarrierResult;
import dev.agenthost.actiongraph.carrier.CarrierResult.Declared;
import dev.agenthost.actiongraph.carrier.ExecutorNames;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Expansion;
import dev.agenthost.actiongraph.declaration.FinalReportSpec;
import dev.agenthost.actiongraph.declaration.GraphDecision;
import dev.agenthost.actiongraph.declaration.Intent;
import dev.agenthost.actiongraph.graph.ExpansionOutcome;
import dev.agenthost.actiongraph.graph.GraphExpansion;
import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.actiongraph.graph.GraphStateCodec;
import dev.agenthost.actiongraph.policy.GraphPolicies;
import dev.agenthost.actiongraph.projection.DecisionPoint;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.actiongraph.result.AggregateStatus;
import dev.agenthost.actiongraph.result.ExecutorId;
import dev.agenthost.actiongraph.transcript.ConversationTurn;
import dev.agenthost.actiongraph.validation.Violation;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.id.Sha256;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.runners.actiongraph.execution.ActionBudget;
import dev.agenthost.runners.actiongraph.execution.ActiveClock;
import dev.agenthost.runners.actiongraph.execution.Announcement;
import dev.agenthost.runners.actiongraph.execution.DeclaredGraph;
import dev.agenthost.runners.actiongraph.execution.GraphExecution;
import dev.agenthost.runners.actiongraph.execution.GraphPause;
import dev.agenthost.runners.actiongraph.execution.GraphRecord;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import dev.agenthost.runners.actiongraph.execution.GraphSource;
import dev.agenthost.runners.actiongraph.execution.HostExecution;
import dev.agenthost.runners.actiongraph.execution.RecordedChoice;
import dev.agenthost.runners.actiongraph.execution.RunRecords;
import dev.agenthost.runners.actiongraph.journal.JournalEntry;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The declarations of one run of the host: executes each by its intent, and makes its observation. */
public final class DeclarationRuns {
    private static final Set<String> INPUTS = Set.of("user");

    private final String hostRunId;
    private final RequestOrigin origin;
    private final HostExecution host;
    private final GraphExecution execution;
    private final ExecutorNames executors;
    private final RunRecords records;
    private final StoredResults stored;
    private final ActionBudget budget;
    private final int parallelism;
    private final boolean isWatched;
    /** The tokens of the request when a graph was last observed, by graph: requests from there on are about the graph, too. */
    private final Map<String, Long> observedAt = new HashMap<>();

    private final GraphLog log;
    private final RunObservation observation = new RunObservation();
    private int declarations;

    /**
     * @param hostRunId id of the run of the host, of which the ids of the graphs are made
     * @param origin the request
     * @param records receives the graphs
     * @param budget counts the tokens of the request
     * @param parallelism most actions that run at a time
     * @param isWatched true if a person reads the messages of the run; those of a delegated run are its result
     */
    public DeclarationRuns(
            String hostRunId,
            RequestOrigin origin,
            HostExecution host,
            GraphExecution execution,
            ExecutorNames executors,
            RunRecords records,
            ActionBudget budget,
            int parallelism,
            boolean isWatched) {
        this.hostRunId = hostRunId;
        this.log = new GraphLog(hostRunId);
        this.origin = origin;
        this.host = host;
        this.execution = execution;
        this.executors = executors;
        this.records = records;
        this.stored = new StoredResults(records);
        this.budget = budget;
        this.parallelism = parallelism;
        this.isWatched = isWatched;
    }

    /** The meaning of an output of the model. */
    CarrierResult read(AssistantMessage output) {
        CarrierResult result = read(output, executors);
        if (result instanceof CarrierResult.ProtocolError error) {
            log.refused(error);
        }
        if (result instanceof Declared declared && declared.origin().isRecovered()) {
            log.recovered(declared);
        }
        return result;
    }

    private CarrierResult read(AssistantMessage output, ExecutorNames executors) {
        ReferenceScope scope = new ReferenceScope(
                Set.of(), INPUTS, Set.of(), records.artifactIds(), records.runIds(), records.runActions());
        return new CarrierReader(scope, executors).read(output);
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
                GraphRun begun = begun(graph, declared, output);
                log.begun(begun);
                yield run(
                        begun,
                        new GraphInput.Begin(),
                        isWatched
                                ? begun.requiredNote().map(announcement::orElse).orElse(announcement)
                                : announcement);
            }
            case ActionGraph revision when intent != Intent.PLAN -> revise(revision, declared, output, announcement);
            case GraphDecision decision -> decide(decision, announcement);
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

    private GraphRun begun(ActionGraph graph, Declared declared, AssistantMessage output) {
        GraphSource source = new GraphSource(List.of(output), origin.request(), origin.persons());
        GraphRecord record = GraphRecord.of(
                host.choose(graph, declared.origin()), records.order(), ActiveClock.startedAt(Instant.now()));
        return graph(runId(), source, declared, graph, record);
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
        Optional<GraphRun> restored = restored(entry);
        if (restored.isEmpty()) {
            return Optional.empty();
        }
        GraphRun run = restored.get();
        if (!event.concerns(run)) {
            return Optional.of(new DeclarationOutcome.Unchanged());
        }
        log.continued(run);
        return Optional.of(outcome(run, execution.resume(run, event.input(run), event.firedTimer())));
    }

    /** Restores an earlier graph of the request; empty if it cannot be read any more. */
    public Optional<ConversationTurn> restore(JournalEntry entry) {
        return restored(entry).map(run -> observed(run, run.reached()));
    }

    private Optional<GraphRun> restored(JournalEntry entry) {
        GraphSource source = entry.source();
        AssistantMessage first = source.outputs().getFirst();
        ExecutorNames known = known(entry.record());
        if (!(read(first, known) instanceof Declared declared)
                || !(declared.declaration().payload() instanceof ActionGraph declaredGraph)) {
            return Optional.empty();
        }
        GraphRecord record = entry.record().confirmed(host::confirm);
        GraphSource begun = new GraphSource(List.of(first), source.request(), source.persons());
        GraphRun run = graph(entry.runId(), begun, declared, declaredGraph, record);
        for (AssistantMessage output :
                source.outputs().subList(1, source.outputs().size())) {
            if (!(read(output, known) instanceof Declared revision)
                    || !(revision.declaration().payload() instanceof ActionGraph addition)
                    || !(expand(run, addition) instanceof ExpansionOutcome.Expanded expanded)) {
                return Optional.empty();
            }
            run = revised(run, expanded, revision, output, record);
        }
        try {
            run.restore(GraphStateCodec.decode(ProtocolCodec.encode(entry.state()), run.graph()), entry.ends());
            return Optional.of(run);
        } catch (UndecodableException unreadable) {
            return Optional.empty();
        }
    }

    /** The executors of this run, and those that were chosen before: an executor that is not there now fails its action, not the graph. */
    private ExecutorNames known(GraphRecord record) {
        return new ExecutorNames(
                union(executors.tools(), record, ExecutorType.TOOL),
                union(executors.agents(), record, ExecutorType.AGENT));
    }

    private static Set<String> union(Set<String> names, GraphRecord record, ExecutorType type) {
        return Stream.concat(
                        names.stream(),
                        record.choices().values().stream()
                                .map(RecordedChoice::executor)
                                .filter(executor -> executor != null && executor.type() == type)
                                .map(ExecutorId::name))
                .collect(Collectors.toUnmodifiableSet());
    }

    private GraphRun graph(String runId, GraphSource source, Declared declared, ActionGraph graph, GraphRecord record) {
        GraphRun run = new GraphRun(
                runId,
                DeclaredGraph.of(source, declared, graph),
                record,
                records,
                host.policy(graph, record.choices(), parallelism));
        records.add(run);
        return run;
    }

    private DeclarationOutcome revise(
            ActionGraph addition, Declared revision, AssistantMessage output, Announcement announcement)
            throws InterruptedException {
        GraphRun run = Optional.ofNullable(addition.runId())
                .flatMap(records::run)
                .orElseThrow(() -> new IllegalStateException("The reader has accepted an unknown run"));
        count(run);
        return switch (expand(run, addition)) {
            case ExpansionOutcome.Expanded expanded -> {
                GraphRecord record = run.record().chosen(host.choose(addition, revision.origin()));
                yield run(revised(run, expanded, revision, output, record), new GraphInput.Begin(), announcement);
            }
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

    private static ExpansionOutcome expand(GraphRun run, ActionGraph addition) {
        GraphPolicies policies = run.declaration().envelope().policies();
        return new GraphExpansion(run.graph(), policies).expand(run.state(), addition);
    }

    private GraphRun revised(
            GraphRun run,
            ExpansionOutcome.Expanded expanded,
            Declared revision,
            AssistantMessage output,
            GraphRecord record) {
        GraphRun next = run.revised(
                expanded, revision, output, record, host.policy(expanded.graph(), record.choices(), parallelism));
        records.add(next);
        return next;
    }

    private DeclarationOutcome decide(GraphDecision decision, Announcement announcement) throws InterruptedException {
        GraphRun run = records.run(decision.runId())
                .orElseThrow(() -> new IllegalStateException("The reader has accepted an unknown run"));
        count(run);
        String action = decision.actionId() == null ? run.waits().decision() : decision.actionId();
        return run(run, new GraphInput.Decided(action, decision.choice()), announcement);
    }

    private DeclarationOutcome run(GraphRun run, GraphInput input, Announcement announcement)
            throws InterruptedException {
        return outcome(run, execution.run(run, input, announcement));
    }

    private ConversationTurn observed(GraphRun run, DecisionPoint point) {
        observedAt.put(run.runId(), budget.tokens());
        return observation.of(run, point);
    }

    /** Counts the requests to the model since the graph was observed. */
    private void count(GraphRun run) {
        run.useTokens(budget.tokens() - observedAt.getOrDefault(run.runId(), budget.tokens()));
    }

    private DeclarationOutcome outcome(GraphRun run, GraphPause pause) {
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
