package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.declaration.DecisionChoice;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.graph.GraphState;
import dev.agenthost.actiongraph.graph.SuspensionReason;
import dev.agenthost.actiongraph.result.ResultStatus;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The events and decisions that can change a graph in that state. An event about anything else is late or repeated. */
public record GraphWaits(GraphState state) {
    /** Returns true if an event about that attempt, or about the deadline, can change the graph. */
    public boolean includes(Optional<AttemptName> event) {
        boolean isAwaited = event.map(name -> new OpenIterations(state)
                        .waiting(EnumSet.allOf(SuspensionReason.class))
                        .containsKey(name.attempt()))
                .orElse(state.isWaiting());
        return isAwaited || isInterrupted();
    }

    /** Returns true if a response about that approval can change the graph. */
    public boolean includesApproval(String actionId) {
        return new OpenIterations(state).waitsForApproval(actionId) || isInterrupted();
    }

    /** Returns true if nothing but a decision is awaited. */
    public boolean isForDecision() {
        return !isOver() && !state.isWaiting() && blocked().findAny().isPresent();
    }

    /** The first action that waits for a decision; the empty id if there is none. */
    public String decision() {
        return blocked().findFirst().orElse("");
    }

    private Stream<String> blocked() {
        return state.actions().entrySet().stream()
                .filter(entry -> entry.getValue().status() == ActionStatus.BLOCKED)
                .map(Map.Entry::getKey);
    }

    /** Says why a decision about an action would change nothing; empty if it does. */
    public Optional<String> refusal(String actionId, DecisionChoice choice) {
        if (choice == DecisionChoice.ABORT) {
            return isOver() ? Optional.of("it has ended already.") : Optional.empty();
        }
        ActionStatus status = state.status(actionId);
        if (status == ActionStatus.BLOCKED) {
            return Optional.empty();
        }
        String blocked = blocked().sorted().collect(Collectors.joining(", "));
        String why = actionId.isEmpty()
                ? "no action of it"
                : actionId + " is " + ResultStatus.of(status).wire() + ", and no decision about it";
        return Optional.of(
                why + " is awaited." + (blocked.isEmpty() ? "" : " A decision is awaited about: " + blocked + "."));
    }

    private boolean isOver() {
        return state.ending() != GraphState.Ending.NONE || state.hasEnded();
    }

    /** Returns true if a run has died with the graph. */
    private boolean isInterrupted() {
        return state.running() > 0;
    }
}
