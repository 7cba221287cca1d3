package dev.agenthost.delivery.surface.calls;

import java.time.Duration;

/** The effect of a call in doubt, as the platform shows it. */
public sealed interface EarlierCall {
    /** The call had its effect. @param messageId of its message */
    record Made(String messageId) implements EarlierCall {}

    /** The call had no effect. */
    record NotMade() implements EarlierCall {}

    /** The platform does not show the effect of such a call, or not to this bot. */
    record NotVisible() implements EarlierCall {}

    /** The platform shows it later. */
    record Later(Duration delay) implements EarlierCall {}
}
