package dev.agenthost.orchestrator.lifecycle.postgres;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.flowcontrol.SlotPool;
import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceFairQueue;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceWeights;

/** Slots set aside, as the functions of the schema read them: JSON, in the order of the room. */
public final class SlotPoolJson {
    private SlotPoolJson() {}

    public static String json(SlotReservation room) {
        ArrayNode pools = JsonNodeFactory.instance.arrayNode();
        room.slots().forEach(slots -> pools.add(pool(slots)));
        return pools.toString();
    }

    /** With the turns of the workspaces that share a pool. */
    public static String json(SlotReservation room, WorkspaceFairQueue turns) {
        ArrayNode pools = JsonNodeFactory.instance.arrayNode();
        for (SlotReservation.Slots slots : room.slots()) {
            ObjectNode pool = pool(slots);
            ObjectNode debts = pool.putObject("debts");
            turns.debts(slots.pool()).forEach(debts::put);
            pools.add(pool);
        }
        return pools.toString();
    }

    public static String weights(WorkspaceWeights weights) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        weights.weights().forEach(json::put);
        return json.toString();
    }

    private static ObjectNode pool(SlotReservation.Slots slots) {
        SlotPool pool = slots.pool();
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("slots", slots.count());
        ArrayNode runners = json.putArray("runners");
        pool.runners().forEach(runners::add);
        ArrayNode workspaces = json.putArray("workspaces");
        pool.workspaces().forEach(workspaces::add);
        return json;
    }
}
