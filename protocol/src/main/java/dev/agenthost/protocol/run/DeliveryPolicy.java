package dev.agenthost.protocol.run;

import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * The delivery of the answer.
 *
 * @param target null answers the surface of the event
 * @param streaming true if deltas are published; true by default
 * @param placeholder shown from the run's start until its first message or failure replaces it
 * @param failureText replaces the plain sentence if the run fails
 * @param requireOutput true if a run without a visible message is a failure; false by default
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
