package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.carrier.AssistantMessage;
import java.util.List;

/**
 * The origin of a graph, from which it can be read again.
 *
 * @param output the complete output of the model
 * @param request the request of the person
 * @param persons ids of those who answer questions; empty for the person of the event
 */
public record GraphSource(AssistantMessage output, String request, List<String> persons) {
    public GraphSource {
        persons = List.copyOf(persons);
    }
}
