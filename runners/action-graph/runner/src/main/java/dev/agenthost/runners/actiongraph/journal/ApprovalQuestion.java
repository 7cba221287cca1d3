package dev.agenthost.runners.actiongraph.journal;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.protocol.event.InteractionSubmission;
import dev.agenthost.protocol.result.InteractionAction;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.runners.actiongraph.execution.PlannedCall;
import java.util.List;
import java.util.Optional;

/**
 * The question whether an action may run. Its id on the wire is {@code <graph>.<action>}, so that the response finds both.
 *
 * @param runId id of the graph
 * @param actionId id of the action
 */
public record ApprovalQuestion(String runId, String actionId) {
    private static final String APPROVE = "approve";
    private static final String DENY = "deny";

    /** The question that a response answers; empty if it is none of this runner. */
    public static Optional<ApprovalQuestion> answeredBy(InteractionSubmission response) {
        String[] ids = response.interactionId().split("\\.", 2);
        return ids.length == 2 ? Optional.of(new ApprovalQuestion(ids[0], ids[1])) : Optional.empty();
    }

    /**
     * The question as the host asks it. Title and description are the runtime's, apart from the id of the action, which tells the
     * questions of two actions of one executor apart; the words of the model are quoted below.
     *
     * @param calls the calls that the approval is for; empty if the action has no executor
     */
    InteractionRequest request(Action action, List<PlannedCall> calls) {
        String named = "the action " + actionId;
        String question = calls.isEmpty()
                ? "May " + named + " run?"
                : "May " + calls.getFirst().executor() + " run for " + named + "?";
        String description = ApprovalDescription.of(action, calls);
        return new InteractionRequest(
                runId + "." + actionId,
                InteractionRequest.Kind.CONFIRMATION,
                question,
                description,
                List.of(),
                List.of(
                        new InteractionAction(APPROVE, "Approve", InteractionAction.Style.PRIMARY),
                        new InteractionAction(DENY, "Deny", InteractionAction.Style.DANGER)),
                null,
                question + "\n" + description + "\nReply approve or deny.");
    }

    /**
     * The response as an input of the graph. Everything but the button for approval is a denial.
     *
     * @param person id of the person
     */
    public GraphInput input(InteractionSubmission response, String person) {
        return APPROVE.equals(response.actionId())
                ? new GraphInput.Approved(actionId, person)
                : new GraphInput.Denied(actionId, person);
    }
}
