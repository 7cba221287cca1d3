package dev.agenthost.im.discord.gateway;

/**
 * The groups of events that the host asks for (https://docs.discord.com/developers/events/gateway#list-of-intents). Those of members and
 * of the content of messages are privileged: without their switches in the settings of the application, the connection is closed with
 * 4014.
 */
public final class DiscordIntents {
    private static final int GUILDS = 1;
    private static final int GUILD_MEMBERS = 1 << 1;
    /** Bans. */
    private static final int GUILD_MODERATION = 1 << 2;

    private static final int GUILD_MESSAGES = 1 << 9;
    private static final int GUILD_MESSAGE_REACTIONS = 1 << 10;
    private static final int DIRECT_MESSAGES = 1 << 12;
    private static final int DIRECT_MESSAGE_REACTIONS = 1 << 13;
    private static final int MESSAGE_CONTENT = 1 << 15;

    /** All groups whose events the host maps. */
    public static final int ALL = GUILDS
            | GUILD_MEMBERS
            | GUILD_MODERATION
            | GUILD_MESSAGES
            | GUILD_MESSAGE_REACTIONS
            | DIRECT_MESSAGES
            | DIRECT_MESSAGE_REACTIONS
            | MESSAGE_CONTENT;

    private DiscordIntents() {}
}
