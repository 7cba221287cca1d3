package dev.agenthost.sdk.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.SteeringInputItem;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Messages that arrived in this conversation during the run, for a runner that declares {@code steering} and an agent whose turn
 * policy is {@code steer}. An attempt receives each once; a message that is not pulled becomes a run of its own. A later attempt
 * receives the messages of a dead one again, marked {@code redelivered}: the id of the event shows if it was already processed.
 */
public record Steering(Calls calls) {
    /** The waiting messages, in their order. */
    public List<SteeringInputItem> pull() {
        return pull("all", null);
    }

    /** @param limit maximum of messages, from 1 */
    public List<SteeringInputItem> pull(int limit) {
        return pull("all", limit);
    }

    /** The next message; empty if none waits. */
    public Optional<SteeringInputItem> next() {
        return pull("one", null).stream().findFirst();
    }

    private List<SteeringInputItem> pull(String mode, @Nullable Integer limit) {
        ObjectNode data =
                ProtocolCodec.mapper().createObjectNode().put("mode", mode).put("limit", limit);
        List<SteeringInputItem> items = new ArrayList<>();
        calls.call("steering_pull", data)
                .path("items")
                .forEach(item -> items.add(calls.read((ObjectNode) item, SteeringInputItem.class)));
        return items;
    }
}
