package dev.agenthost.runners.actiongraph.turn;

import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.carrier.AssistantMessage;
import dev.agenthost.actiongraph.carrier.CarrierReader;
import dev.agenthost.actiongraph.carrier.CarrierResult;
import dev.agenthost.actiongraph.carrier.CarrierResult.Declared;
import dev.agenthost.actiongraph.carrier.ExecutorNames;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.graph.ExpansionOutcome;
import dev.agenthost.actiongraph.graph.GraphExpansion;
import dev.agenthost.actiongraph.graph.GraphStateCodec;
import dev.agenthost.actiongraph.policy.GraphPolicies;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.actiongraph.result.ExecutorId;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.Violation;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.runners.actiongraph.execution.ActiveClock;
import dev.agenthost.runners.actiongraph.execution.DeclaredGraph;
import dev.agenthost.runners.actiongraph.execution.GraphRecord;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import dev.agenthost.runners.actiongraph.execution.GraphSource;
import dev.agenthost.runners.actiongraph.execution.HostExecution;
import dev.agenthost.runners.actiongraph.execution.RecordedChoice;
import dev.agenthost.runners.actiongraph.execution.RunRecords;
import dev.agenthost.runners.actiongraph.journal.JournalEntry;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the graphs of one run of the host: those that begin, revised ones, and stored ones. */
final class GraphRuns {
    private static final Set<String> INPUTS = Set.of("user.goal");
    private static final Violation NOT_DURABLE = new Violation(
            "$.persist",
            Rule.PERSIST_UNAVAILABLE,
            "has no effect: this agent may store no state, so the graph is lost with its run");

    private final HostExecution host;
    private final ExecutorNames executors;
    private final RunRecords records;
    private final int parallelism;

    /**
     * @param records receives the graphs
     * @param parallelism most actions that run at a time
     */
    GraphRuns(HostExecution host, ExecutorNames executors, RunRecords records, int parallelism) {
        this.host = host;
        this.executors = executors;
        this.records = records;
        this.parallelism = parallelism;
    }

    /** The meaning of an output of the model. */
    CarrierResult read(AssistantMessage output) {
        CarrierResult result = read(output, executors);
        if (result instanceof Declared declared && declared.declaration().payload() instanceof ActionGraph graph) {
            List<Violation> conflicts = host.keyConflicts(graph);
            if (!conflicts.isEmpty()) {
                return new CarrierResult.ProtocolError(conflicts);
            }
        }
        return result instanceof Declared declared
                        && declared.declaration().envelope().persist()
                        && !host.isDurable()
                ? declared.warned(NOT_DURABLE)
                : result;
    }

    private CarrierResult read(AssistantMessage output, ExecutorNames executors) {
        ReferenceScope scope = new ReferenceScope(
                Set.of(), INPUTS, Set.of(), records.artifactIds(), records.runIds(), records.runActions());
        return new CarrierReader(scope, executors).read(output);
    }

    /** A graph that begins. */
    GraphRun begun(String runId, GraphSource source, Declared declared, ActionGraph graph) {
        GraphRecord record = GraphRecord.of(
                host.choose(graph, declared.origin()), records.order(), ActiveClock.startedAt(Instant.now()));
        return graph(runId, source, declared, graph, record);
    }

    /** A graph with the actions of a revision. */
    GraphRun revised(
            GraphRun run,
            ActionGraph addition,
            ExpansionOutcome.Expanded expanded,
            Declared revision,
            AssistantMessage output) {
        GraphRecord record = run.record().chosen(host.choose(addition, revision.origin()));
        return revised(run, expanded, revision, output, record);
    }

    /** The graph with the actions of a revision, or the reasons against them. */
    static ExpansionOutcome expand(GraphRun run, ActionGraph addition) {
        GraphPolicies policies = run.declaration().envelope().policies();
        return new GraphExpansion(run.graph(), policies).expand(run.state(), addition);
    }

    /** A stored graph; empty if it cannot be read any more. */
    Optional<GraphRun> restored(JournalEntry entry) {
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
        Map<ExecutorType, Set<String>> names = new EnumMap<>(ExecutorType.class);
        executors.byType().forEach((type, known) -> names.put(type, union(known, record, type)));
        return new ExecutorNames(names);
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
}
