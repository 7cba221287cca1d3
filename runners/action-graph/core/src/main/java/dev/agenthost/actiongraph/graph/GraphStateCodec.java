package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.Set;
import java.util.stream.Collectors;

/** The JSON form of a graph's state, for a journal. What is decoded equals what was encoded. */
public final class GraphStateCodec {
    private GraphStateCodec() {}

    /** UTF-8 JSON. */
    public static byte[] encode(GraphState state) {
        return ProtocolCodec.encode(state);
    }

    /**
     * Reads the state of a graph.
     *
     * @throws UndecodableException if the JSON is no state, or if it is the state of a graph with other actions
     */
    public static GraphState decode(byte[] json, ActionGraph graph) throws UndecodableException {
        GraphState state = ProtocolCodec.decode(json, GraphState.class);
        Set<String> ids = graph.actions().stream().map(Action::id).collect(Collectors.toSet());
        if (!state.actions().keySet().equals(ids)) {
            throw new UndecodableException("actions", "are not those of the graph");
        }
        return state;
    }
}
