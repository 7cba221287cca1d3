package dev.agenthost.delivery.send;

import java.util.Map;

/**
 * What one claim may take.
 *
 * @param lanes altogether
 * @param ofNew of endpoints of which nothing is known, together
 * @param ofSlow of slow endpoints, together
 * @param each of one endpoint that is not among {@code known}
 * @param known how many more of these endpoints, each
 */
public record Room(int lanes, int ofNew, int ofSlow, int each, Map<String, Share> known) {

    /** @param more how many */
    public record Share(Standing standing, int more) {}

    public Room {
        known = Map.copyOf(known);
        if (lanes < 0 || ofNew < 0 || ofSlow < 0 || each < 0) {
            throw new IllegalArgumentException("room is never less than none");
        }
    }

    /** So many, whoever they are for. */
    public static Room of(int lanes) {
        return new Room(lanes, lanes, lanes, lanes, Map.of());
    }
}
