package dev.agenthost.protocol.bot;

import dev.agenthost.protocol.json.WireName;

/** The platforms that the host itself connects. The wire name is that of the surface, too, and stands in the address of a webhook. */
public enum BotPlatform implements WireName {
    TELEGRAM,
    ONEBOT,
    LARK,
    SLACK,
    DISCORD,
    DINGTALK,
    WECOM,
    LINE,
    /** Any program that signs its webhooks. It has no chats: answers go where the policy of the binding sends them. */
    GENERIC;

    /** Returns the way in which the events of a bot arrive unless it says otherwise, a value of {@link BotRegistration#RECEIVE}. */
    public String receivesByDefault() {
        return switch (this) {
            case DISCORD, DINGTALK -> BotRegistration.CONNECTION;
            case TELEGRAM, ONEBOT, LARK, SLACK, WECOM, LINE, GENERIC -> BotRegistration.WEBHOOK;
        };
    }

    /** Returns true if answers are sent into chats of the platform. */
    public boolean hasChats() {
        return this != GENERIC;
    }
}
