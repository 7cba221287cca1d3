package dev.agenthost.runners.actiongraph.turn;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.carrier.CarrierResult.Declared;
import dev.agenthost.actiongraph.carrier.ExecutorNames;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Envelope;
import dev.agenthost.actiongraph.declaration.Expansion;
import dev.agenthost.actiongraph.declaration.FinalReportSpec;
import dev.agenthost.actiongraph.declaration.GraphDecision;
import dev.agenthost.actiongraph.declaration.Intent;
import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.actiongraph.graph.GraphStatus;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.actiongraph.result.AggregateStatus;
import dev.agenthost.actiongraph.transcript.ConversationTurn;
import dev.agenthost.protocol.id.Sha256;
import dev.agenthost.runners.actiongraph.execution.GraphExecution;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import dev.agenthost.runners.actiongraph.execution.RunRecords;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The declarations of one run of the host: executes each by its intent, and makes its observation. */
public final class DeclarationRuns {
    private final String hostRunId;
    private final GraphExecution execution;
    private final ExecutorNames executors;
    private final Map<String, JsonNode> inputs;
    private final int parallelism;
    private final RunObservation observation = new RunObservation();
    private final RunRecords records;
    private int declarations;

    /**
     * @param hostRunId id of the run of the host, of which the ids of the graphs are made
     * @param inputs values of {@code input:} references
     * @param records receives the graphs
     * @param parallelism most actions that run at a time
     */
    public DeclarationRuns(
            String hostRunId,
            GraphExecution execution,
            ExecutorNames executors,
            Map<String, JsonNode> inputs,
            RunRecords records,
            int parallelism) {
        this.hostRunId = hostRunId;
        this.records = records;
        this.execution = execution;
        this.executors = executors;
        this.inputs = Map.copyOf(inputs);
        this.parallelism = parallelism;
    }

    ExecutorNames executors() {
        return executors;
    }

    /** The values that the next declaration may refer to. */
    ReferenceScope scope() {
        return new ReferenceScope(Set.of(), inputs.keySet(), Set.of(), records.artifactIds(), records.runIds());
    }

    /** @param output the text of the model */
    ConversationTurn execute(Declared declared, String output) throws InterruptedException {
        Envelope envelope = declared.declaration().envelope();
        return switch (declared.declaration().payload()) {
            case ActionGraph graph
            when envelope.intent() == Intent.EXECUTE -> {
                GraphRun run = new GraphRun(runId(), declared, graph, inputs, records, parallelism);
                records.add(run);
                yield observed(run, execution.run(run, new GraphInput.Begin()));
            }
            case GraphDecision decision -> decide(decision);
            case ActionGraph graph
            when envelope.intent() == Intent.PLAN ->
                note(envelope, AggregateStatus.COMPLETED, "The plan is valid. Nothing was executed.");
            case ActionGraph revision -> refused(envelope);
            case Expansion expansion -> refused(envelope);
            case FinalReportSpec report -> refused(envelope);
        };
    }

    private ConversationTurn decide(GraphDecision decision) throws InterruptedException {
        GraphRun run = records.run(decision.runId())
                .orElseThrow(() -> new IllegalStateException("The reader has accepted an unknown run"));
        String action = decision.actionId() == null ? run.blockedAction() : decision.actionId();
        return observed(run, execution.run(run, new GraphInput.Decided(action, decision.choice())));
    }

    private ConversationTurn observed(GraphRun run, GraphStatus status) {
        return observation.of(run, status);
    }

    private ConversationTurn refused(Envelope envelope) {
        return note(
                envelope,
                AggregateStatus.FAILED,
                "This runtime does not execute the intent " + envelope.intent().wire() + " with this payload.");
    }

    private ConversationTurn note(Envelope envelope, AggregateStatus status, @Nullable String reason) {
        return new ConversationTurn.ProtocolRun(runId(), envelope.title(), status, reason, null, List.of());
    }

    private String runId() {
        String name = hostRunId + "/" + declarations++;
        return "apr_" + Sha256.hex(name.getBytes(StandardCharsets.UTF_8)).substring(0, 12);
    }
}
