package dev.agenthost.gateway.intake.onebot;

import dev.agenthost.protocol.bot.BotRegistration;

/** The account that an implementation states in {@code X-Self-ID}. */
final class OneBotAccount {
    static final String HEADER = "X-Self-ID";

    private static final String DIGITS = "[1-9]\\d{0,17}";
    private static final String OPTION = "self_id";

    private OneBotAccount() {}

    static boolean isNumber(String selfId) {
        return selfId.matches(DIGITS);
    }

    /** Returns true if the bot takes the events of that account: it is the bot's own, or the bot names none. */
    static boolean isOf(BotRegistration bot, String selfId) {
        String own = bot.options().path(OPTION).asText("");
        return own.isEmpty() || own.equals(selfId);
    }
}
