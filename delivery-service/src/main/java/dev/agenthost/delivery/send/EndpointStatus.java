package dev.agenthost.delivery.send;

/** What is known of how soon an endpoint answers. */
public enum EndpointStatus {
    /** It answered soon the last time. */
    STEADY,
    /** Nothing is known of it. */
    NEW,
    /** It let a call wait the last time, or lets one wait now. */
    SLOW
}
