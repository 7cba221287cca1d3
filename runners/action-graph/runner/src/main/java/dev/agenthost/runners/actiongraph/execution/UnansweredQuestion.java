package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.graph.AttemptUsage;
import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.actiongraph.graph.SuspensionReason;
import dev.agenthost.actiongraph.result.ActionFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A question to a person that has no response.
 *
 * @param attempt the action that waits for the response; attempt 0 if it waits for its approval
 * @param interactionId id of the question
 * @param timer name of the timer that ends the wait if nobody responds
 */
public record UnansweredQuestion(AttemptId attempt, String interactionId, String timer) {
    /** The host keeps a question open for 24 hours. A response that it has just accepted comes before the timer. */
    static final Duration LONGEST = Duration.ofHours(24).plusSeconds(30);

    private static final String UNANSWERED = "/unanswered";
    private static final String APPROVAL = "approval";
    private static final String NOBODY = "nobody";
    private static final String SENTENCE = "Nobody responded within 24 hours.";

    /** All open questions of a graph. The same question has the same timer in each run. */
    static List<UnansweredQuestion> all(GraphRun graph) {
        return Stream.concat(
                        graph.open().unapproved().stream().map(actionId -> approval(graph, actionId)),
                        graph.open().waiting(Set.of(SuspensionReason.PERSON)).keySet().stream()
                                .map(attempt -> person(new AttemptName(graph.runId(), attempt))))
                .toList();
    }

    /** The question that an attempt has just asked; empty for any other input. */
    static Optional<UnansweredQuestion> askedBy(GraphRun graph, GraphInput input) {
        return input instanceof GraphInput.Suspended asked && asked.suspension().reason() == SuspensionReason.PERSON
                ? Optional.of(person(new AttemptName(
                        graph.runId(), new AttemptId(asked.actionId(), asked.iteration(), asked.attempt()))))
                : Optional.empty();
    }

    private static UnansweredQuestion person(AttemptName name) {
        return new UnansweredQuestion(name.attempt(), HumanQuestion.id(name), name + UNANSWERED);
    }

    /** An action can be asked about again, which is another question with another timer. */
    private static UnansweredQuestion approval(GraphRun graph, String actionId) {
        int number = graph.record().approvals().getOrDefault(actionId, 0);
        return new UnansweredQuestion(
                new AttemptId(actionId, 0, 0),
                graph.runId() + "." + actionId,
                String.join("/", graph.runId(), actionId, APPROVAL, String.valueOf(number)));
    }

    /** Returns true if the input is a person's response to the question. */
    boolean isAnsweredBy(GraphInput input) {
        return switch (input) {
            case GraphInput.Approved approved -> isApproval(approved.actionId());
            case GraphInput.Denied denied ->
                isApproval(denied.actionId()) && !denied.person().equals(NOBODY);
            case GraphInput.Completed completed ->
                attempt.equals(new AttemptId(completed.actionId(), completed.iteration(), completed.attempt()));
            default -> false;
        };
    }

    private boolean isApproval(String actionId) {
        return attempt.attempt() == 0 && attempt.actionId().equals(actionId);
    }

    /**
     * Records that nobody has responded.
     *
     * @param timer name of the timer that has fired
     * @return the input of the graph; empty if the timer is not that of an open question
     */
    public static Optional<GraphInput> unanswered(GraphRun graph, String timer) {
        return all(graph).stream()
                .filter(question -> question.timer.equals(timer))
                .findFirst()
                .map(question -> question.unanswered(graph));
    }

    private GraphInput unanswered(GraphRun graph) {
        boolean isApproval = attempt.attempt() == 0;
        graph.add(new AttemptEnd(
                attempt.actionId(),
                attempt.iteration(),
                graph.choice(attempt.actionId()).executor(),
                null,
                null,
                0,
                new ActionFailure(isApproval ? "approval.expired" : "person.unanswered", SENTENCE),
                0));
        return isApproval
                ? new GraphInput.Denied(attempt.actionId(), NOBODY)
                : new GraphInput.Failed(
                        attempt.actionId(), attempt.iteration(), attempt.attempt(), AttemptUsage.NONE, true);
    }
}
