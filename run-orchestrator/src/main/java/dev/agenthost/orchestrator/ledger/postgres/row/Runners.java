package dev.agenthost.orchestrator.ledger.postgres.row;

import dev.agenthost.orchestrator.room.Room;
import java.util.Map;

/** Room as two arrays. */
public record Runners(String[] ids, Integer[] places) {
    public static Runners of(Room room) {
        String[] ids = new String[room.places().size()];
        Integer[] places = new Integer[ids.length];
        int i = 0;
        for (Map.Entry<String, Integer> each : room.places().entrySet()) {
            ids[i] = each.getKey();
            places[i++] = each.getValue();
        }
        return new Runners(ids, places);
    }
}
