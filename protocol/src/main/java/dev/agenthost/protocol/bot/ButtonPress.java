package dev.agenthost.protocol.bot;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunId;

/**
 * A pressed button of a question that a run asked, in a request of event-gateway to run-orchestrator.
 *
 * @param runId of the run that asked
 * @param token of the question
 * @param action the index of the button in the question, from 0
 * @param actorId the person who pressed it
 */
public record ButtonPress(String workspaceId, String botId, RunId runId, String token, int action, String actorId) {
    public ButtonPress {
        Fields.text(workspaceId, "workspace_id");
        Fields.text(botId, "bot_id");
        Fields.required(runId, "run_id");
        Fields.text(token, "token");
        Fields.within(action, 0, Integer.MAX_VALUE, "action");
        Fields.text(actorId, "actor_id");
    }
}
