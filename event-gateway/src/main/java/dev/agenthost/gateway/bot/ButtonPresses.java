package dev.agenthost.gateway.bot;

import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.bot.ButtonPress;

/** Makes the command of a pressed button. */
public final class ButtonPresses {
    private ButtonPresses() {}

    /** @param actorId id of the person */
    public static ButtonPress of(BotRegistration bot, ButtonKey key, String actorId) {
        return new ButtonPress(bot.workspaceId(), bot.botId(), key.runId(), key.token(), key.action(), actorId);
    }
}
