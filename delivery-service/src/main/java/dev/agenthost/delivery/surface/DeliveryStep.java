package dev.agenthost.delivery.surface;

/** The step for one result, and the state after it. */
public sealed interface DeliveryStep {

    /** Returns the state after the result. */
    DeliveryState state();

    /** Send this part. */
    record SendPart(Part part, DeliveryState state) implements DeliveryStep {}

    /** Send nothing. */
    record SendNothing(DeliveryState state) implements DeliveryStep {}
}
