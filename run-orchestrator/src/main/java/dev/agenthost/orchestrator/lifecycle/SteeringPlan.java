package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.lifecycle.finish.RunOutcomeFactory;
import dev.agenthost.orchestrator.result.HostResults;
import dev.agenthost.protocol.result.UnansweredReason;
import dev.agenthost.protocol.run.TurnPolicy;
import java.time.Instant;
import java.util.List;

/** The waiting messages that a run receives, and the outcome of each. */
public final class SteeringPlan {
    private static final String DETAIL = "handed to the active run";

    private SteeringPlan() {}

    /**
     * Chooses the leading messages for the same binding that may be steered: no message overtakes an earlier one.
     *
     * @param waiting in the order of their turns
     */
    public static List<WaitingMessage> choose(List<WaitingMessage> waiting, String bindingId, int most) {
        return waiting.stream()
                .takeWhile(message -> maySteer(message, bindingId))
                .limit(most)
                .toList();
    }

    /** Prepares the end of the message's run for the transaction that releases the turn. */
    public static Injection inject(WaitingMessage message, SteeringTarget into, Instant now) {
        return new Injection(
                message.runId(),
                HostResults.steered(message.resolution(), into.key().runId(), DETAIL, message.traceId(), now),
                RunOutcomeFactory.unanswered(UnansweredReason.STEERED, DETAIL));
    }

    private static boolean maySteer(WaitingMessage message, String bindingId) {
        return message.binding().bindingId().equals(bindingId)
                && message.binding().turnPolicy() == TurnPolicy.STEER;
    }
}
