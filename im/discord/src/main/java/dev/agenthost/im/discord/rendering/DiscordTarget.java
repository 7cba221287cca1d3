package dev.agenthost.im.discord.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import org.jspecify.annotations.Nullable;

/**
 * The place of an answer, read from the reply target of its event.
 *
 * @param channel a text channel, a thread or a direct message
 * @param message that the first message of the answer replies to; null for none
 */
public record DiscordTarget(String channel, @Nullable String message) {
    static final String REFERENCE = "message_reference";
    static final String COMPONENTS = "components";

    /** Returns null for a target without a channel. In a direct message, an answer replies to no message. */
    public static @Nullable DiscordTarget of(@Nullable JsonNode replyTarget) {
        String channel = replyTarget == null ? null : id(replyTarget.path("channel_id"));
        if (replyTarget == null || channel == null) {
            return null;
        }
        boolean isDirect = id(replyTarget.path("guild_id")) == null;
        return new DiscordTarget(channel, isDirect ? null : id(replyTarget.path("message_id")));
    }

    /** Returns the same place without the message to reply to, for further messages. */
    DiscordTarget further() {
        return new DiscordTarget(channel, null);
    }

    DiscordCall.Post message(FormattedText text) {
        return message(text, JsonNodeFactory.instance.arrayNode());
    }

    /** Returns the message with a text, and components that follow it. */
    DiscordCall.Post message(FormattedText text, ArrayNode components) {
        ObjectNode rest = reference();
        if (!components.isEmpty()) {
            rest.set(COMPONENTS, components);
        }
        return new DiscordCall.Post(channel, text, rest, "", null);
    }

    /** Returns the message with a file alone. */
    DiscordCall.Post file(OutboundArtifact file) {
        return new DiscordCall.Post(channel, FormattedText.plain(""), reference(), "", file);
    }

    /** A message that was deleted is not replied to (https://docs.discord.com/developers/resources/message#message-reference-structure). */
    private ObjectNode reference() {
        ObjectNode rest = JsonNodeFactory.instance.objectNode();
        if (message != null) {
            rest.putObject(REFERENCE).put("message_id", message).put("fail_if_not_exists", false);
        }
        return rest;
    }

    /** Returns the call that replaces the text of a message. */
    DiscordCall.Edit edit(String id, FormattedText text) {
        return new DiscordCall.Edit(channel, id, text, JsonNodeFactory.instance.objectNode(), null);
    }

    /** Returns an id of Discord; null for none. */
    static @Nullable String id(JsonNode value) {
        String text = value.asText();
        return text.matches("[0-9]{1,20}") ? text : null;
    }
}
