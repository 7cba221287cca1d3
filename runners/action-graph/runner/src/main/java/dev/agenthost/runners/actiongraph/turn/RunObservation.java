package dev.agenthost.runners.actiongraph.turn;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.declaration.Envelope;
import dev.agenthost.actiongraph.graph.GraphStatus;
import dev.agenthost.actiongraph.result.AggregateStatus;
import dev.agenthost.actiongraph.result.ResultLimits;
import dev.agenthost.actiongraph.result.ResultPresenter;
import dev.agenthost.actiongraph.result.TokenEstimator;
import dev.agenthost.actiongraph.transcript.ConversationTurn;
import dev.agenthost.actiongraph.transcript.ObservedCall;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the observation of a graph that has reached a decision point. */
final class RunObservation {
    private final ResultPresenter presenter = new ResultPresenter(TokenEstimator.BYTES);

    ConversationTurn of(GraphRun run, GraphStatus status) {
        Envelope envelope = run.declared().declaration().envelope();
        Integer most = envelope.policies().response().maxTokens();
        ResultLimits limits = most == null ? ResultLimits.STANDARD : ResultLimits.STANDARD.within(most);
        List<ObservedCall> calls = run.graph().actions().stream()
                .<ObservedCall>map(action -> call(run, action, limits))
                .toList();
        return new ConversationTurn.ProtocolRun(
                run.runId(), purpose(run, envelope), AggregateStatus.of(status), reason(status), null, calls);
    }

    private ObservedCall call(GraphRun run, Action action, ResultLimits limits) {
        return new ObservedCall.OfAction(action, presenter.present(run.result(action.id()), action.policies(), limits));
    }

    private static @Nullable String purpose(GraphRun run, Envelope envelope) {
        return envelope.title() == null ? run.declared().visibleNote() : envelope.title();
    }

    private static @Nullable String reason(GraphStatus status) {
        return switch (status) {
            case COMPLETED, FAILED -> null;
            case BLOCKED -> "An action needs your decision: retry, skip, continue or abort.";
            case CANCELLED -> "The time of the run is over.";
        };
    }
}
