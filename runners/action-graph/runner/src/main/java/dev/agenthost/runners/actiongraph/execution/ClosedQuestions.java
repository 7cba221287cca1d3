package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.graph.GraphInput;
import java.util.ArrayList;
import java.util.List;

/**
 * The questions that a step of a graph closes.
 *
 * @param timers names of the timers that would end the waits for their responses
 * @param withdrawn ids of those without a response: the host would keep them open, also after the end of the graph
 */
record ClosedQuestions(List<String> timers, List<String> withdrawn) {
    /**
     * The questions that are not open after a step.
     *
     * @param before the open questions before the step
     * @param input the input of the step
     */
    static ClosedQuestions of(GraphRun graph, List<UnansweredQuestion> before, GraphInput input) {
        List<UnansweredQuestion> closed = new ArrayList<>(before);
        // A question that is asked while its graph ends was never open here.
        UnansweredQuestion.askedBy(graph, input).ifPresent(closed::add);
        closed.removeAll(UnansweredQuestion.all(graph));
        return new ClosedQuestions(
                closed.stream().map(UnansweredQuestion::timer).toList(),
                closed.stream()
                        .filter(question -> !question.isAnsweredBy(input))
                        .map(UnansweredQuestion::interactionId)
                        .toList());
    }

    /** The ids of the questions whose withdrawal may be lost with an earlier attempt of this run of the host. Another withdrawal changes nothing. */
    static List<String> ofEarlierAttempt(GraphRun graph) {
        List<String> open = UnansweredQuestion.all(graph).stream()
                .map(UnansweredQuestion::interactionId)
                .toList();
        return graph.record().withdrawn().stream()
                .filter(id -> !open.contains(id))
                .toList();
    }
}
