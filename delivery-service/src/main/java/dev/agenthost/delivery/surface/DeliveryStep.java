package dev.agenthost.delivery.surface;

/** What one result asks for, and the state after it. */
public sealed interface DeliveryStep {

    /** The state after the result. */
    DeliveryState state();

    /** Say this part. */
    record Say(Part part, DeliveryState state) implements DeliveryStep {}

    /** Nothing is to be said. */
    record Quiet(DeliveryState state) implements DeliveryStep {}
}
