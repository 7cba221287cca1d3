package dev.agenthost.orchestrator.context;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.hostapi.SteeringInputItem;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.Resolution;
import java.time.Instant;

/** Converts a message that arrived while a run was active to the format of a run context. */
public final class SteeredInput {
    private SteeredInput() {}

    /**
     * @param into the id of the receiving run that its runner knows
     * @param redelivered true if an earlier attempt received the message too
     */
    public static ObjectNode tree(RunId into, RunnerId runner, Resolution message, boolean redelivered, Instant now) {
        EventEnvelope event = message.event();
        ObjectNode tree = ProtocolCodec.runnerTree(new SteeringInputItem(
                into.toString(),
                runner.toString(),
                now.getEpochSecond(),
                RunContextBuilder.event(event),
                event.input(),
                RunContextBuilder.conversation(event),
                event.actor(),
                event.subject(),
                JsonNodeFactory.instance
                        .objectNode()
                        .put("run_id", message.runId().toString())
                        .put("redelivered", redelivered)));
        return RunContextBuilder.withSender(tree, event);
    }
}
