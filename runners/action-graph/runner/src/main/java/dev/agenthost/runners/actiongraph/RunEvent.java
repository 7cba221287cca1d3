package dev.agenthost.runners.actiongraph;

import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.event.InteractionSubmission;
import dev.agenthost.protocol.message.ContentElement;
import dev.agenthost.runners.actiongraph.turn.Continuation;
import dev.agenthost.runners.actiongraph.turn.RequestOrigin;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** The meaning of the event of a run. */
sealed interface RunEvent {
    /** A request of a person or a program. */
    record Request(RequestOrigin origin) implements RunEvent {}

    /**
     * An event that continues a graph.
     *
     * @param isExpected true if a person waits for the outcome, so that a missing graph is a failure
     */
    record Continues(Continuation continuation, boolean isExpected) implements RunEvent {}

    /** Nothing to answer. */
    record Empty() implements RunEvent {}

    static RunEvent of(AgentRunContext context) {
        InteractionSubmission response = context.input().interaction();
        ActorContext actor = context.actor();
        String person = actor == null ? null : actor.actorId();
        if (response != null) {
            return new Continues(
                    new Continuation.Responded(response, Objects.requireNonNullElse(person, "unknown")), true);
        }
        switch (context.event().eventType()) {
            case EventTypes.DELEGATION_COMPLETED -> {
                String name = context.event().data().path("delegation_id").asText("");
                return new Continues(new Continuation.Delegated(name), false);
            }
            case EventTypes.TIMER_FIRED -> {
                String name = context.event().data().path("timer_id").asText("");
                return new Continues(new Continuation.Fired(name), false);
            }
            default -> {
                String text = text(context.input());
                return text.isBlank()
                        ? new Empty()
                        : new Request(new RequestOrigin(text, person == null ? List.of() : List.of(person)));
            }
        }
    }

    private static String text(AgentInput input) {
        return Objects.requireNonNullElseGet(input.text(), () -> input.contents().stream()
                .map(ContentElement::text)
                .filter(Objects::nonNull)
                .collect(Collectors.joining("\n")));
    }
}
