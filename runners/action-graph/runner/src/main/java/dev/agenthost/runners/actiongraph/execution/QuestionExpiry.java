package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.graph.AttemptUsage;
import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.actiongraph.graph.SuspensionReason;
import dev.agenthost.actiongraph.result.ActionFailure;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The end of the wait for a person who does not respond: a timer of the host, for each question, ends it shortly after the question closes. */
public final class QuestionExpiry {
    /** The host keeps a question open for 24 hours. A response that it has just accepted comes before the timer. */
    static final Duration AFTER = Duration.ofHours(24).plusSeconds(30);

    private static final String UNANSWERED = "/unanswered";
    private static final String APPROVAL = "approval";
    private static final String NOBODY = "nobody";
    private static final String SENTENCE = "Nobody responded within 24 hours.";

    private QuestionExpiry() {}

    /** The timers of all questions that are open. The same question has the same timer. */
    static List<String> timers(GraphRun graph) {
        Stream<String> approvals = graph.open().unapproved().stream().map(actionId -> timer(graph, actionId));
        Stream<String> questions = graph.open().waiting(Set.of(SuspensionReason.PERSON)).keySet().stream()
                .map(attempt -> timer(new AttemptName(graph.runId(), attempt)));
        return Stream.concat(approvals, questions).toList();
    }

    /** The timer of the question that an input answers; empty if it answers none. */
    static Optional<String> timer(GraphRun graph, GraphInput input) {
        return switch (input) {
            case GraphInput.Approved approved -> Optional.of(timer(graph, approved.actionId()));
            case GraphInput.Denied denied -> Optional.of(timer(graph, denied.actionId()));
            case GraphInput.Completed completed
            when isPerson(graph, completed.actionId()) ->
                Optional.of(timer(new AttemptName(
                        graph.runId(),
                        new AttemptId(completed.actionId(), completed.iteration(), completed.attempt()))));
            default -> Optional.empty();
        };
    }

    private static boolean isPerson(GraphRun graph, String actionId) {
        return graph.choice(actionId).executor() != null
                && Objects.requireNonNull(graph.choice(actionId).executor()).type() == ExecutorType.HUMAN;
    }

    /**
     * Records that nobody has responded.
     *
     * @param timer name of the timer that has fired
     * @return the input of the graph; empty if the timer is not that of an open question
     */
    public static Optional<GraphInput> input(GraphRun graph, String timer) {
        if (!timers(graph).contains(timer)) {
            return Optional.empty();
        }
        Optional<AttemptName> question = AttemptName.parse(timer);
        if (question.isEmpty()) {
            String actionId = timer.split("/")[1];
            fail(graph, new AttemptId(actionId, 0, 0), "approval.expired");
            return Optional.of(new GraphInput.Denied(actionId, NOBODY));
        }
        AttemptId id = question.get().attempt();
        fail(graph, id, "person.unanswered");
        return Optional.of(new GraphInput.Failed(id.actionId(), id.iteration(), id.attempt(), AttemptUsage.NONE, true));
    }

    private static void fail(GraphRun graph, AttemptId id, String code) {
        graph.add(new AttemptEnd(
                id.actionId(),
                id.iteration(),
                graph.choice(id.actionId()).executor(),
                null,
                null,
                0,
                new ActionFailure(code, SENTENCE),
                0));
    }

    private static String timer(AttemptName attempt) {
        return attempt + UNANSWERED;
    }

    /** An action can be asked about again, which is another question. */
    private static String timer(GraphRun graph, String actionId) {
        int number = graph.record().approvals().getOrDefault(actionId, 0);
        return String.join("/", graph.runId(), actionId, APPROVAL, String.valueOf(number));
    }
}
