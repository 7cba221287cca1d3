package dev.agenthost.runners.actiongraph.journal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.runners.actiongraph.execution.AttemptEnd;
import dev.agenthost.runners.actiongraph.execution.GraphRecord;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import dev.agenthost.runners.actiongraph.execution.GraphSource;
import dev.agenthost.runners.actiongraph.execution.RequestUsage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a graph: its origin, its state and its results.
 *
 * @param runId id of the graph
 * @param outputs the outputs of the model that declared it and added to it
 * @param request the request of the person
 * @param persons ids of those who answer questions
 * @param usage the part of its limits that the request has used
 * @param record choices, prompts, delegations and time
 * @param state as {@code GraphStateCodec} writes it
 * @param ends the ends of the attempts so far
 * @param hasEnded true if nothing of the graph goes on
 * @param overview the graph for later requests of the conversation; null in entries of an earlier version
 */
public record JournalEntry(
        String runId,
        List<StoredMessage> outputs,
        String request,
        List<String> persons,
        RequestUsage usage,
        GraphRecord record,
        JsonNode state,
        List<AttemptEnd> ends,
        boolean hasEnded,
        @Nullable GraphOverview overview) {
    public JournalEntry {
        Fields.text(runId, "run_id");
        outputs = Fields.list(outputs, "outputs");
        if (outputs.isEmpty()) {
            throw new InvalidFieldException("outputs", "must have the declaration");
        }
        persons = Fields.list(persons, "persons");
        ends = Fields.list(ends, "ends");
        Fields.required(usage, "usage");
        Fields.required(record, "record");
        Fields.required(state, "state");
    }

    static JournalEntry of(GraphRun graph, RequestUsage usage) {
        GraphSource source = graph.declaration().source();
        return new JournalEntry(
                graph.runId(),
                source.outputs().stream().map(StoredMessage::of).toList(),
                source.request(),
                source.persons(),
                usage,
                graph.record(),
                ProtocolCodec.tree(graph.state()),
                graph.ends(),
                graph.state().hasEnded(),
                GraphOverview.of(graph));
    }

    /** The same entry with other ends. */
    JournalEntry withEnds(List<AttemptEnd> others) {
        return new JournalEntry(runId, outputs, request, persons, usage, record, state, others, hasEnded, overview);
    }

    /** The entry for another run of the host than the one that has stored it. */
    public JournalEntry forAnotherRun() {
        return new JournalEntry(
                runId, outputs, request, persons, usage, record.forAnotherRun(), state, ends, hasEnded, overview);
    }

    /** The origin of the graph. */
    public GraphSource source() {
        return new GraphSource(outputs.stream().map(StoredMessage::message).toList(), request, persons);
    }
}
