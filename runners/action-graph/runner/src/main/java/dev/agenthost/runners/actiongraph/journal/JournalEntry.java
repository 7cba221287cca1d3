package dev.agenthost.runners.actiongraph.journal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.carrier.AssistantMessage;
import dev.agenthost.actiongraph.carrier.NativeToolCall;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.runners.actiongraph.execution.AttemptEnd;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import dev.agenthost.runners.actiongraph.execution.GraphSource;
import java.util.List;

/**
 * The stored form of a graph: its origin, its state and its results.
 *
 * @param runId id of the graph
 * @param text text of the output that declared it
 * @param calls native calls of that output
 * @param request the request of the person
 * @param state as {@code GraphStateCodec} writes it
 * @param ends the ends of the attempts so far
 * @param hasEnded true if nothing of the graph goes on
 */
public record JournalEntry(
        String runId,
        String text,
        List<Call> calls,
        String request,
        JsonNode state,
        List<AttemptEnd> ends,
        boolean hasEnded) {
    /** A native call. */
    public record Call(String name, String arguments) {}

    public JournalEntry {
        Fields.text(runId, "run_id");
        calls = Fields.list(calls, "calls");
        ends = Fields.list(ends, "ends");
        Fields.required(state, "state");
    }

    static JournalEntry of(GraphRun graph) {
        GraphSource source = graph.source();
        return new JournalEntry(
                graph.runId(),
                source.output().text(),
                source.output().toolCalls().stream()
                        .map(call -> new Call(call.name(), call.arguments()))
                        .toList(),
                source.request(),
                ProtocolCodec.tree(graph.state()),
                graph.ends(),
                graph.state().hasEnded());
    }

    /** The origin of the graph. */
    public GraphSource source() {
        List<NativeToolCall> natives = calls.stream()
                .map(call -> new NativeToolCall(call.name(), call.arguments()))
                .toList();
        return new GraphSource(new AssistantMessage(text, natives, true), request);
    }
}
