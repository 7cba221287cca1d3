package dev.agenthost.protocol.run;

import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * Another place for the answer than the surface the event came from.
 *
 * @param url where the surface needs one
 * @param secretRef the name of a configured secret; the secret itself never travels
 */
public record DeliveryTarget(
        String surface, @Nullable String url, @Nullable String secretRef) {
    public DeliveryTarget {
        Fields.text(surface, "surface");
    }
}
