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
public record ClaimCapacity(int lanes, int ofNew, int ofSlow, int each, Map<String, Share> known) {

    /** @param more how many */
    public record Share(EndpointStatus standing, int more) {}

    public ClaimCapacity {
        known = Map.copyOf(known);
        if (lanes < 0 || ofNew < 0 || ofSlow < 0 || each < 0) {
            throw new IllegalArgumentException("room is never less than none");
        }
    }

    /** So many, whoever they are for. */
    public static ClaimCapacity of(int lanes) {
        return new ClaimCapacity(lanes, lanes, lanes, lanes, Map.of());
    }
}
