package dev.agenthost.gateway.intake.discord;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.gateway.bot.PressNotice;
import dev.agenthost.im.discord.calls.DiscordInteraction;
import dev.agenthost.im.discord.calls.DiscordResponse;
import org.jspecify.annotations.Nullable;

/** Responses to interactions: each one needs a response, or the platform shows the person that the application failed. */
final class DiscordNotices {
    private static final PressNotice RECEIVED = new PressNotice("Received.", "已收到。");
    private static final PressNotice NOT_HERE = new PressNotice("This bot does not answer here.", "此机器人不在此处应答。");

    private DiscordNotices() {}

    /** Returns the response to an interaction that could not be taken in. */
    static DiscordResponse again(JsonNode payload) {
        return show(payload, PressNotice.AGAIN);
    }

    /** Shows a text to the person of the interaction alone. */
    static DiscordResponse show(JsonNode payload, PressNotice notice) {
        return new DiscordResponse.Message(notice.text(isChinese(payload)));
    }

    /**
     * Returns the response to an interaction whose event is published; the answer of an agent is a message of its own. A component needs no
     * text.
     */
    static @Nullable DiscordResponse accepted(JsonNode payload, @Nullable DiscordInteraction interaction) {
        if (interaction == null) {
            return null;
        }
        return interaction.type() == DiscordInteraction.COMPONENT
                ? new DiscordResponse.DeferredUpdate()
                : show(payload, RECEIVED);
    }

    /** Returns the response to an interaction that makes no event: of another server, or while a person types. */
    static DiscordResponse ignored(JsonNode payload) {
        return payload.path("type").asInt() == DiscordInteraction.AUTOCOMPLETE
                ? new DiscordResponse.NoChoices()
                : show(payload, NOT_HERE);
    }

    /** The language of the person (https://docs.discord.com/developers/reference#locales). */
    private static boolean isChinese(JsonNode payload) {
        return payload.path("locale").asText().startsWith("zh");
    }
}
