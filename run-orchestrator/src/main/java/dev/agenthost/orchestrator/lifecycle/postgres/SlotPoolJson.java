package dev.agenthost.orchestrator.lifecycle.postgres;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.flowcontrol.SlotPool;
import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceFairQueue;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceWeights;

/** Converts reserved slots to the JSON that the functions of the schema read, in the order of the reservation. */
public final class SlotPoolJson {
    private SlotPoolJson() {}

    public static String json(SlotReservation reservation) {
        ArrayNode pools = JsonNodeFactory.instance.arrayNode();
        reservation.slots().forEach(slots -> pools.add(pool(slots)));
        return pools.toString();
    }

    /** Adds the debts of the workspaces that share a pool. */
    public static String json(SlotReservation reservation, WorkspaceFairQueue turns) {
        ArrayNode pools = JsonNodeFactory.instance.arrayNode();
        for (SlotReservation.Slots slots : reservation.slots()) {
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
