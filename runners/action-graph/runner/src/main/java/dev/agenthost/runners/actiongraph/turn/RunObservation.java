package dev.agenthost.runners.actiongraph.turn;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.declaration.Envelope;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.policy.ActionPolicies;
import dev.agenthost.actiongraph.policy.result.ResultPolicy;
import dev.agenthost.actiongraph.policy.result.ReturnToModel;
import dev.agenthost.actiongraph.projection.DecisionPoint;
import dev.agenthost.actiongraph.projection.NextStep;
import dev.agenthost.actiongraph.result.ActionObservation;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.AggregateStatus;
import dev.agenthost.actiongraph.result.ObservationPresenter;
import dev.agenthost.actiongraph.result.ObservationPresenter.Governed;
import dev.agenthost.actiongraph.result.ResultLimits;
import dev.agenthost.actiongraph.result.TokenEstimator;
import dev.agenthost.actiongraph.transcript.ConversationTurn;
import dev.agenthost.actiongraph.transcript.ObservedCall;
import dev.agenthost.actiongraph.validation.Violation;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the observation of a graph that has reached a decision point. */
final class RunObservation {
    /** Most tokens of all results of one observation. */
    private static final int MAX_TOKENS = 8_000;

    private static final ActionPolicies STATUS_ONLY = ActionPolicies.of(ResultPolicy.of(ReturnToModel.NONE));

    private final ObservationPresenter presenter = new ObservationPresenter(TokenEstimator.BYTES);

    ConversationTurn of(GraphRun run, DecisionPoint point) {
        Envelope envelope = run.declaration().envelope();
        List<Action> actions = run.graph().actions();
        List<ActionObservation> observations = presenter.present(
                actions.stream().map(action -> governed(run, action)).toList(),
                envelope.policies().response(),
                ResultLimits.STANDARD,
                MAX_TOKENS);
        List<ObservedCall> calls = new ArrayList<>();
        for (int i = 0; i < actions.size(); i++) {
            calls.add(new ObservedCall.OfAction(actions.get(i), observations.get(i)));
        }
        return new ConversationTurn.ProtocolRun(
                run.runId(),
                purpose(run, envelope),
                point.status(),
                reason(run, point),
                ignored(run.declaration().warnings()),
                run.declaration().text(),
                calls);
    }

    /** The ignored parts of declarations, each in one sentence for the model. */
    static List<String> ignored(List<Violation> warnings) {
        return warnings.stream()
                .map(warning -> warning.path() + " " + warning.message())
                .toList();
    }

    /** A completed result that {@code partial_results} withholds is its status. */
    private static Governed governed(GraphRun run, Action action) {
        ActionResult result = run.result(action.id());
        boolean isWithheld =
                result.status() == ActionStatus.COMPLETED && !run.reported().contains(action.id());
        return isWithheld
                ? new Governed(ActionResult.without(action.id(), result.status(), null), STATUS_ONLY)
                : new Governed(result, action.policies());
    }

    private static @Nullable String purpose(GraphRun run, Envelope envelope) {
        return envelope.title() == null ? run.declaration().declared().visibleNote() : envelope.title();
    }

    private static @Nullable String reason(GraphRun run, DecisionPoint point) {
        return switch (run.state().ending()) {
            case CANCELLED -> "The time of the run is over.";
            case DEADLINE -> "The time of the graph is over" + limit(run) + ".";
            case BUDGET ->
                "The budget is exhausted: budget_policy." + String.join(", budget_policy.", run.reachedLimits())
                        + " is reached.";
            case NONE, ABORTED ->
                point.next() == NextStep.DECISION && point.status() == AggregateStatus.BLOCKED
                        ? "An action needs your decision: retry, skip, continue or abort."
                        : null;
        };
    }

    /** A graph that states no time has that of the runtime. */
    private static String limit(GraphRun run) {
        Integer seconds = run.declaration().envelope().policies().budget().maxSeconds();
        return seconds == null ? "" : ": budget_policy.max_seconds " + seconds;
    }
}
