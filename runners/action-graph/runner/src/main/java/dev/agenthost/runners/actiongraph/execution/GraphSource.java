package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.carrier.AssistantMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * The origin of a graph, from which it can be read again.
 *
 * @param outputs the complete outputs of the model: the declaration, and then each revision that added actions
 * @param request the request of the person
 * @param persons ids of those who answer questions; empty for the person of the event
 */
public record GraphSource(List<AssistantMessage> outputs, String request, List<String> persons) {
    public GraphSource {
        outputs = List.copyOf(outputs);
        persons = List.copyOf(persons);
    }

    GraphSource revisedBy(AssistantMessage output) {
        List<AssistantMessage> all = new ArrayList<>(outputs);
        all.add(output);
        return new GraphSource(all, request, persons);
    }
}
