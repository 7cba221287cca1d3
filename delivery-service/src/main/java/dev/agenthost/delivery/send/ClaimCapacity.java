package dev.agenthost.delivery.send;

import java.util.Map;

/**
 * The limits of one claim.
 *
 * @param lanes of all endpoints together
 * @param ofNew of endpoints without a known status, together
 * @param ofSlow of slow endpoints, together
 * @param each of one endpoint that is not in {@code known}
 * @param known the share of each of these endpoints
 */
public record ClaimCapacity(int lanes, int ofNew, int ofSlow, int each, Map<String, Share> known) {

    /**
     * The share of an endpoint.
     *
     * @param more number of further claims
     */
    public record Share(EndpointStatus status, int more) {}

    public ClaimCapacity {
        known = Map.copyOf(known);
        if (lanes < 0 || ofNew < 0 || ofSlow < 0 || each < 0) {
            throw new IllegalArgumentException("The capacity must not be negative");
        }
    }

    /** Returns a limit of that number for all endpoints. */
    public static ClaimCapacity of(int lanes) {
        return new ClaimCapacity(lanes, lanes, lanes, lanes, Map.of());
    }
}
