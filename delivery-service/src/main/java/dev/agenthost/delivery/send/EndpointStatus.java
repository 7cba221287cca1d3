package dev.agenthost.delivery.send;

/** The response time of an endpoint, as known so far. */
public enum EndpointStatus {
    /** The endpoint answered promptly the last time. */
    STEADY,
    /** Nothing is known of the endpoint. */
    NEW,
    /** The endpoint was slow at its last call, or is at a current one. */
    SLOW
}
