package dev.agenthost.protocol.bot;

import dev.agenthost.protocol.json.WireName;

/** The platforms that the host itself connects. The wire name is that of the surface, too, and stands in the address of a webhook. */
public enum BotPlatform implements WireName {
    TELEGRAM,
    ONEBOT,
    LARK
}
