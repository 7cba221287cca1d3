package dev.agenthost.delivery.bot;

import dev.agenthost.protocol.json.WireName;

/** The state of a bot by its platform, from the best to the worst. */
public enum BotStatus implements WireName {
    /** The platform reports no problem. */
    OK,
    /** The platform answers and reports a problem. */
    DEGRADED,
    /** The host cannot ask: it has no token, or may not call the address. */
    UNKNOWN,
    /** The platform refuses the bot, for instance because of its token. */
    REFUSED,
    /** The platform gives no answer. */
    UNREACHABLE
}
