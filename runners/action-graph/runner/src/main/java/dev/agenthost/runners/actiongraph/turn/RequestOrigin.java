package dev.agenthost.runners.actiongraph.turn;

import java.util.List;

/**
 * The origin of a request, which all runs that continue one another share.
 *
 * @param request the text of the person
 * @param persons ids of those who answer questions; empty for the person of the event
 */
public record RequestOrigin(String request, List<String> persons) {
    public RequestOrigin {
        persons = List.copyOf(persons);
    }
}
