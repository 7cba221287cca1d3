package dev.agenthost.actiongraph.transcript;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.AggregateStatus;
import dev.agenthost.actiongraph.result.ResultLimits;
import dev.agenthost.actiongraph.result.ResultPresenter;
import dev.agenthost.actiongraph.result.TokenEstimator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns of transcripts. */
final class Transcripts {
    private static final ResultPresenter PRESENTER = new ResultPresenter(TokenEstimator.BYTES);

    private Transcripts() {}

    /** A call whose result is shown by its own policies. */
    static ObservedCall observed(Action action, ActionResult result) {
        return new ObservedCall.OfAction(action, PRESENTER.present(result, action.policies(), ResultLimits.STANDARD));
    }

    /** A completed run without its declaration. */
    static ConversationTurn run(String runId, @Nullable String purpose, ObservedCall... calls) {
        return new ConversationTurn.ProtocolRun(
                runId, purpose, AggregateStatus.COMPLETED, null, List.of(), null, List.of(calls));
    }
}
