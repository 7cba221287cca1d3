package dev.agenthost.runners.actiongraph.turn;

import dev.agenthost.actiongraph.carrier.AssistantMessage;
import dev.agenthost.actiongraph.carrier.CarrierReader;
import dev.agenthost.actiongraph.carrier.CarrierResult;
import dev.agenthost.actiongraph.carrier.CarrierResult.Declared;
import dev.agenthost.actiongraph.carrier.ExecutorNames;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Envelope;
import dev.agenthost.actiongraph.declaration.Expansion;
import dev.agenthost.actiongraph.declaration.FinalReportSpec;
import dev.agenthost.actiongraph.declaration.GraphDecision;
import dev.agenthost.actiongraph.declaration.Intent;
import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.actiongraph.graph.GraphStateCodec;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.actiongraph.result.AggregateStatus;
import dev.agenthost.actiongraph.transcript.ConversationTurn;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.id.Sha256;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.runners.actiongraph.execution.GraphExecution;
import dev.agenthost.runners.actiongraph.execution.GraphPause;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import dev.agenthost.runners.actiongraph.execution.GraphSource;
import dev.agenthost.runners.actiongraph.execution.HostExecution;
import dev.agenthost.runners.actiongraph.execution.RunRecords;
import dev.agenthost.runners.actiongraph.journal.JournalEntry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The declarations of one run of the host: executes each by its intent, and makes its observation. */
public final class DeclarationRuns {
    private static final Set<String> INPUTS = Set.of("user");

    private final String hostRunId;
    private final String request;
    private final HostExecution host;
    private final GraphExecution execution;
    private final ExecutorNames executors;
    private final RunRecords records;
    private final StoredResults stored;
    private final int parallelism;
    private final RunObservation observation = new RunObservation();
    private int declarations;

    /**
     * @param hostRunId id of the run of the host, of which the ids of the graphs are made
     * @param request the request of the person
     * @param records receives the graphs
     * @param parallelism most actions that run at a time
     */
    public DeclarationRuns(
            String hostRunId,
            String request,
            HostExecution host,
            GraphExecution execution,
            ExecutorNames executors,
            RunRecords records,
            int parallelism) {
        this.hostRunId = hostRunId;
        this.request = request;
        this.host = host;
        this.execution = execution;
        this.executors = executors;
        this.records = records;
        this.stored = new StoredResults(records);
        this.parallelism = parallelism;
    }

    /** The meaning of an output of the model. */
    CarrierResult read(AssistantMessage output) {
        ReferenceScope scope = new ReferenceScope(Set.of(), INPUTS, Set.of(), records.artifactIds(), records.runIds());
        return new CarrierReader(scope, executors).read(output);
    }

    /**
     * @param output the complete output of the model, which has the declaration
     * @param announcement tells the person the note of the declaration
     */
    DeclarationOutcome execute(Declared declared, AssistantMessage output, Runnable announcement)
            throws InterruptedException {
        Envelope envelope = declared.declaration().envelope();
        boolean isStored =
                envelope.intent() == Intent.EXECUTE && declared.declaration().payload() instanceof ActionGraph
                        || declared.declaration().payload() instanceof GraphDecision;
        if (!isStored) {
            announcement.run();
        }
        return switch (declared.declaration().payload()) {
            case ActionGraph graph
            when envelope.intent() == Intent.EXECUTE -> {
                FailPoint.at("graph.20-declared");
                yield run(
                        graph(runId(), new GraphSource(output, request), declared, graph),
                        new GraphInput.Begin(),
                        announcement);
            }
            case GraphDecision decision -> decide(decision, announcement);
            case ActionGraph graph
            when envelope.intent() == Intent.PLAN ->
                note(envelope, AggregateStatus.COMPLETED, "The plan is valid. Nothing was executed.");
            case ActionGraph revision -> refused(envelope);
            case Expansion expansion ->
                new DeclarationOutcome.Observed(new ConversationTurn.ProtocolRun(
                        runId(), envelope.title(), AggregateStatus.COMPLETED, null, null, stored.expand(expansion)));
            case FinalReportSpec report when envelope.intent() == Intent.EXECUTE -> report(report, declared);
            case FinalReportSpec plan ->
                note(envelope, AggregateStatus.COMPLETED, "The plan is valid. Nothing was executed.");
        };
    }

    /**
     * Continues with a stored graph.
     *
     * @return empty if the graph cannot be read any more, for instance because one of its tools is not granted now
     */
    public Optional<DeclarationOutcome> resume(JournalEntry entry, GraphInput input) throws InterruptedException {
        GraphSource source = entry.source();
        if (!(read(source.output()) instanceof Declared declared)
                || !(declared.declaration().payload() instanceof ActionGraph actions)) {
            return Optional.empty();
        }
        GraphRun run = graph(entry.runId(), source, declared, actions);
        try {
            run.restore(GraphStateCodec.decode(ProtocolCodec.encode(entry.state()), actions), entry.ends());
        } catch (UndecodableException unreadable) {
            return Optional.empty();
        }
        // An attempt without a recorded end means that an earlier run has died after the input.
        return Optional.of(run(run, run.state().running() > 0 ? new GraphInput.Recovered() : input, () -> {}));
    }

    private GraphRun graph(String runId, GraphSource source, Declared declared, ActionGraph graph) {
        GraphRun run = new GraphRun(runId, source, declared, graph, records, host.policy(graph, parallelism));
        records.add(run);
        return run;
    }

    private DeclarationOutcome decide(GraphDecision decision, Runnable announcement) throws InterruptedException {
        GraphRun run = records.run(decision.runId())
                .orElseThrow(() -> new IllegalStateException("The reader has accepted an unknown run"));
        String action = decision.actionId() == null ? run.blockedAction() : decision.actionId();
        return run(run, new GraphInput.Decided(action, decision.choice()), announcement);
    }

    private DeclarationOutcome run(GraphRun run, GraphInput input, Runnable announcement) throws InterruptedException {
        return switch (execution.run(run, input, announcement)) {
            case GraphPause.Reported reported ->
                new DeclarationOutcome.Observed(observation.of(run, reported.status()));
            case GraphPause.PersonAsked asked -> new DeclarationOutcome.WaitsForPerson();
        };
    }

    private DeclarationOutcome report(FinalReportSpec report, Declared declared) {
        return stored.report(report, declared, request)
                .<DeclarationOutcome>map(DeclarationOutcome.Reported::new)
                .orElseGet(() -> note(
                        declared.declaration().envelope(),
                        AggregateStatus.FAILED,
                        "The headings of the report exceed its tokens. Declare fewer sections."));
    }

    private DeclarationOutcome refused(Envelope envelope) {
        return note(
                envelope,
                AggregateStatus.FAILED,
                "This runtime does not execute the intent " + envelope.intent().wire() + " with this payload.");
    }

    private DeclarationOutcome note(Envelope envelope, AggregateStatus status, String reason) {
        return new DeclarationOutcome.Observed(
                new ConversationTurn.ProtocolRun(runId(), envelope.title(), status, reason, null, List.of()));
    }

    private String runId() {
        String name = hostRunId + "/" + declarations++;
        return "apr_" + Sha256.hex(name.getBytes(StandardCharsets.UTF_8)).substring(0, 12);
    }
}
