package dev.agenthost.protocol.run;

import java.util.Arrays;
import java.util.Optional;

/** The surfaces that a {@link DeliveryTarget} may name; every other surface is that of an adapter or of stream readers. */
public enum TargetSurface {
    WEBHOOK("webhook");

    private final String wire;

    TargetSurface(String wire) {
        this.wire = wire;
    }

    /** Returns the name, as policies, receipts and stored parts have it. */
    public String wire() {
        return wire;
    }

    /** Returns the surface of that name; empty if no target can have it. */
    public static Optional<TargetSurface> ofWire(String name) {
        return Arrays.stream(values())
                .filter(surface -> surface.wire.equals(name))
                .findFirst();
    }
}
