package dev.agenthost.sdk.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.SteeringInputItem;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Messages that came in this conversation while the run was at work, for a runner that declares {@code steering} and an agent whose
 * turn policy is {@code steer}. Each is handed over once to an attempt of a run; what is not pulled becomes a run of its own. A later
 * attempt gets again what a dead one had pulled, marked {@code redelivered}: its event's id tells whether it was dealt with.
 */
public record Steering(Calls calls) {
    /** What waits, in the order in which it was said. */
    public List<SteeringInputItem> pull() {
        return pull("all", null);
    }

    /** @param limit of messages at most, from 1 */
    public List<SteeringInputItem> pull(int limit) {
        return pull("all", limit);
    }

    /** The next message; empty where none waits. */
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
