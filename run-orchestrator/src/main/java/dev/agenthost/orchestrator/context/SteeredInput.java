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

/** A message that came while a run was at work, in the words in which a run context would have it. */
public final class SteeredInput {
    private SteeredInput() {}

    /**
     * @param into the run that takes it in, as its runner knows it
     * @param again true if an earlier attempt had it too
     */
    public static ObjectNode tree(RunId into, RunnerId runner, Resolution message, boolean again, Instant now) {
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
                        .put("redelivered", again)));
        return RunContextBuilder.withSender(tree, event);
    }
}
