package dev.agenthost.sdk.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.Delegation;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.sdk.RunView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tasks for other agents, for a runner with the permission {@code agents} and an agent whose policy names them. Each is a run of its
 * own, at most three below one another and 32 for one event from outside. The cancellation and the failure of this run cancel them.
 */
public record Delegations(Calls calls) {
    /** The most results of one {@link #results(String)}. */
    public static final int MOST_RESULTS = 100;

    /**
     * Gives a task to an agent. A repetition with the same task returns the same run, in a later attempt or a later run of the runner, too;
     * the time and the budget of the first call hold.
     *
     * @param delegation with a name that is used for one task only
     * @param text what the agent is asked
     * @param data facts for the agent, at most 64 KiB; null for none
     * @return the id of the delegated run
     * @throws AgentApiException {@code unauthorized} if the policy does not name the agent, {@code conflict} if the name has another task,
     *     {@code invalid_argument} if no further delegation is permitted, {@code budget_exhausted} if this run is delegated itself and has
     *     used the budget of its task
     */
    public String delegate(Delegation delegation, String text, @Nullable ObjectNode data) {
        ObjectNode task = ProtocolCodec.tree(delegation);
        task.putObject("input").put("text", text);
        task.set("data", data);
        return calls.call("run_delegate", task).path("run_id").asText();
    }

    /**
     * Returns a delegated run with the used part of its task. If it has not ended, the end of this run is awaited as well before the event {@link
     * EventTypes#DELEGATION_COMPLETED} continues the runner; if it has ended, no event follows.
     */
    public RunView get(String runId) {
        return RunView.of(calls.call("run_get", target(runId)));
    }

    /** Cancels a delegated run. */
    public RunView cancel(String runId, @Nullable String reason) {
        return RunView.of(calls.call("run_cancel", target(runId).put("reason", reason)));
    }

    /**
     * The first {@value #MOST_RESULTS} results of a delegated run that are stored so far, in their order: type and data of each. The last
     * results of a run that has ended can be missing for some moments; they are complete with {@code run.completed}, {@code run.failed} or
     * {@code run.unanswered}.
     */
    public List<ObjectNode> results(String runId) {
        List<ObjectNode> results = new ArrayList<>();
        calls.call("run_events_page", target(runId).put("direction", "forward").put("limit", MOST_RESULTS))
                .path("items")
                .forEach(item -> results.add((ObjectNode) item));
        return results;
    }

    private static ObjectNode target(String runId) {
        return ProtocolCodec.mapper().createObjectNode().put("target_run_id", runId);
    }
}
