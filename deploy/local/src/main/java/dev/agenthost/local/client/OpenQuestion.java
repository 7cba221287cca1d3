package dev.agenthost.local.client;

import dev.agenthost.protocol.result.InteractionAction;
import dev.agenthost.protocol.result.InteractionField;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A question that waits for the response of a person.
 *
 * @param runId the run that asked
 * @param token what a response must name
 * @param actors ids of those who may respond; empty for everyone
 */
public record OpenQuestion(String runId, InteractionRequest request, String token, List<String> actors) {
    public OpenQuestion {
        actors = List.copyOf(actors);
    }

    public String id() {
        return request.interactionId();
    }

    /** The id of the button that a person names by its id, or by its label if no other button has that. */
    public Optional<String> button(String name) {
        if (request.actions().stream().anyMatch(action -> action.id().equals(name))) {
            return Optional.of(name);
        }
        List<String> labelled = request.actions().stream()
                .filter(action -> action.label().strip().equalsIgnoreCase(name.strip()))
                .map(InteractionAction::id)
                .toList();
        return labelled.size() == 1 ? Optional.of(labelled.getFirst()) : Optional.empty();
    }

    /** The buttons as a person is told them: ids with labels. */
    public String buttons() {
        return request.actions().stream()
                .map(action -> action.id() + " (" + action.label() + ")")
                .collect(Collectors.joining(", "));
    }

    /** The ids of the required fields that these have no value for. */
    public List<String> missing(Map<String, String> values) {
        return request.fields().stream()
                .filter(InteractionField::required)
                .map(InteractionField::id)
                .filter(id -> values.getOrDefault(id, "").isBlank())
                .toList();
    }

    /** The id, then the words of the question, its fields and its buttons. */
    public String lines() {
        return id() + "\n" + QuestionLines.of(request);
    }
}
