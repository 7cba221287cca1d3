package dev.agenthost.orchestrator.hostapi.read;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;

/** {@code get_prompt}: the messages of the configuration, as they were when the run began. */
public final class PromptCalls {
    private PromptCalls() {}

    public static HostCallResponse get(Grant grant) {
        if (Grant.check(grant, new AccessRequest.Prompt()) instanceof AccessDecision.Denied denied) {
            return HostCallResponse.denied(denied);
        }
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.putArray("prompt").addAll(grant.prompt());
        return new HostCallResponse.Served(answer);
    }
}
