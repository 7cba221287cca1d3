package dev.agenthost.runners.actiongraph.turn;

import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.protocol.event.InteractionSubmission;
import dev.agenthost.runners.actiongraph.execution.AttemptName;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import dev.agenthost.runners.actiongraph.execution.HumanQuestion;
import dev.agenthost.runners.actiongraph.execution.UnansweredQuestion;
import dev.agenthost.runners.actiongraph.journal.ApprovalQuestion;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The event that continues a stored graph. */
public sealed interface Continuation {
    /** The id of the graph; empty if the event is about none. */
    String graphId();

    /** Returns true if the event can change the graph. */
    default boolean concerns(GraphRun graph) {
        return true;
    }

    /** The input that the event gives to the graph; null if it gives none. */
    default @Nullable GraphInput input(GraphRun graph) {
        return null;
    }

    /** Name of the timer that has fired; null if none has. */
    default @Nullable String firedTimer() {
        return null;
    }

    /** A later attempt of the run that executed the graph. */
    record Retried(String graphId) implements Continuation {}

    /**
     * The response of a person.
     *
     * @param person id of the person
     */
    record Responded(InteractionSubmission response, String person) implements Continuation {
        @Override
        public String graphId() {
            return HumanQuestion.answeredBy(response)
                    .map(AttemptName::runId)
                    .or(() -> ApprovalQuestion.answeredBy(response).map(ApprovalQuestion::runId))
                    .orElse("");
        }

        @Override
        public boolean concerns(GraphRun graph) {
            Optional<AttemptName> asked = HumanQuestion.answeredBy(response);
            return asked.isPresent()
                    ? graph.waits().includes(asked)
                    : ApprovalQuestion.answeredBy(response)
                            .filter(question -> graph.waits().includesApproval(question.actionId()))
                            .isPresent();
        }

        @Override
        public @Nullable GraphInput input(GraphRun graph) {
            Optional<AttemptName> asked = HumanQuestion.answeredBy(response);
            return asked.isPresent()
                    ? HumanQuestion.answer(graph, asked.get().attempt(), response)
                            .orElse(null)
                    : ApprovalQuestion.answeredBy(response)
                            .map(question -> question.input(response, person))
                            .orElse(null);
        }
    }

    /** The end of a delegated run. */
    record Delegated(String name) implements Continuation {
        @Override
        public String graphId() {
            return graphOf(name);
        }

        @Override
        public boolean concerns(GraphRun graph) {
            return graph.waits().includes(AttemptName.parse(name));
        }
    }

    /** A timer is due. */
    record Fired(String name) implements Continuation {
        @Override
        public String graphId() {
            return graphOf(name);
        }

        @Override
        public boolean concerns(GraphRun graph) {
            return graph.waits().includes(AttemptName.parse(name));
        }

        @Override
        public @Nullable GraphInput input(GraphRun graph) {
            return UnansweredQuestion.unanswered(graph, name).orElse(null);
        }

        @Override
        public String firedTimer() {
            return name;
        }
    }

    private static String graphOf(String name) {
        int end = name.indexOf('/');
        return end < 0 ? "" : name.substring(0, end);
    }
}
