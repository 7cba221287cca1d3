package dev.agenthost.gateway.intake.discord;

import dev.agenthost.im.discord.calls.DiscordResponse;
import org.jspecify.annotations.Nullable;

/** The outcome of an event or an interaction. */
sealed interface DiscordReply {

    /**
     * It is done with.
     *
     * @param response to an interaction; null for an event of the gateway, and for a payload that is no interaction of the bot
     */
    record Done(@Nullable DiscordResponse response) implements DiscordReply {}

    /** Kafka took neither it nor its dead letter. */
    record Unavailable(String why) implements DiscordReply {}
}
