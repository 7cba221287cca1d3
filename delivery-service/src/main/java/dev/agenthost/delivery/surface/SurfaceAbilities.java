package dev.agenthost.delivery.surface;

import dev.agenthost.protocol.run.DeliveryTarget;
import org.jspecify.annotations.Nullable;

/**
 * What a surface can do with the results of a run.
 *
 * @param pushes whether anything is sent to it; whoever waits on another surface reads the live stream
 */
public record SurfaceAbilities(boolean pushes) {

    /** The name of the signed webhook as a target. */
    public static final String WEBHOOK = "webhook";

    /** Nothing is sent. */
    public static final SurfaceAbilities READ_ONLY = new SurfaceAbilities(false);

    /** Whole messages, one after another. */
    public static final SurfaceAbilities WHOLE_MESSAGES = new SurfaceAbilities(true);

    /** The abilities of the surface that a delivery policy names; a target without an address takes nothing. */
    public static SurfaceAbilities of(@Nullable DeliveryTarget target) {
        return target != null && WEBHOOK.equals(target.surface()) && target.url() != null ? WHOLE_MESSAGES : READ_ONLY;
    }
}
