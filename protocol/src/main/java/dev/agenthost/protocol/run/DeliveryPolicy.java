package dev.agenthost.protocol.run;

import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * How the answer is delivered.
 *
 * @param target null answers the surface that the event came from
 * @param streaming whether deltas are published; true when nothing is said
 * @param placeholder shown from the run's start until its first message or failure, which takes its place
 * @param failureText shown instead of the plain sentence when the run fails
 * @param requireOutput a run that ends without a visible message is a failure; false when nothing is said
 */
public record DeliveryPolicy(
        @Nullable DeliveryTarget target,
        Boolean streaming,
        @Nullable String placeholder,
        @Nullable String failureText,
        Boolean requireOutput) {
    private static final DeliveryPolicy DEFAULTS = new DeliveryPolicy(null, true, null, null, false);

    public DeliveryPolicy {
        streaming = Fields.or(streaming, true);
        requireOutput = Fields.or(requireOutput, false);
    }

    public static DeliveryPolicy defaults() {
        return DEFAULTS;
    }
}
