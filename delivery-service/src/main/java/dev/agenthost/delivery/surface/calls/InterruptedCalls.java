package dev.agenthost.delivery.surface.calls;

import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.json.WireName;

/** The policy for a call that may have had its effect and whose repetition may have a second one, because the platform has no key of it, or not any more. */
public enum InterruptedCalls implements WireName {
    /** The call is made again: no message is lost, and one may be there twice. */
    REPEAT,
    /** The next call is made: no message is there twice, and one may be lost. The outcome of the part is unknown. */
    LEAVE;

    private static final String OPTION = "interrupted_calls";

    /** Returns the policy of a bot; {@link #REPEAT} without one. */
    public static InterruptedCalls of(BotRegistration bot) {
        return WireName.find(InterruptedCalls.class, bot.options().path(OPTION).asText())
                .orElse(REPEAT);
    }
}
