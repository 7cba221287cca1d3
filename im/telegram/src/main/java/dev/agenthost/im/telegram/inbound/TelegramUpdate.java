package dev.agenthost.im.telegram.inbound;

/**
 * An update with its one content.
 *
 * @param id the update's own id, by which repetitions are recognised
 * @param type the name of the member that holds the content
 */
record TelegramUpdate(BotIdentity bot, long id, String type, TelegramObject content) {

    /** Returns the outcome for content without a member that the Bot API always sends. */
    UpdateMapping.Unreadable without(String member, String what) {
        return new UpdateMapping.Unreadable(type + "." + member, "must be " + what);
    }

    UpdateMapping.Ignored ignored(String why) {
        return new UpdateMapping.Ignored(type, why);
    }

    /** Returns the same update as one of a closer type, for instance of a service message. */
    TelegramUpdate closer(String member) {
        return new TelegramUpdate(bot, id, type + "." + member, content);
    }
}
