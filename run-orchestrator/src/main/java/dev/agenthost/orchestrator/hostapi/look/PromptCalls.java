package dev.agenthost.orchestrator.hostapi.look;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.grant.Access;
import dev.agenthost.orchestrator.grant.Check;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.call.Answer;

/** {@code get_prompt}: the messages of the configuration, as they were when the run began. */
public final class PromptCalls {
    private PromptCalls() {}

    public static Answer get(Grant grant) {
        if (Grant.check(grant, new Access.Prompt()) instanceof Check.Denied denied) {
            return Answer.denied(denied);
        }
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.putArray("prompt").addAll(grant.prompt());
        return new Answer.Served(answer);
    }
}
