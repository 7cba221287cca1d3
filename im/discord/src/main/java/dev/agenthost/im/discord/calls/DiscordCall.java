package dev.agenthost.im.discord.calls;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A call of the API (https://docs.discord.com/developers/resources/message, and the pages that the calls name). */
public sealed interface DiscordCall {
    /** The place of a preview, whose text is not complete. */
    String PREVIEW = "preview";

    /** Returns the method of HTTP. */
    String method();

    /** Returns the path below the address of the API. */
    String path();

    /** A call of a channel. */
    sealed interface OfChannel extends DiscordCall {
        String channel();
    }

    /** A call that shows a text. */
    sealed interface WithText extends OfChannel {
        /** Returns the text; empty for a message with a file alone. */
        FormattedText text();

        /** Returns the components that follow the text, and the message that is replied to. */
        ObjectNode rest();

        /** Returns the call with another text. */
        WithText with(FormattedText other);
    }

    /**
     * Sends a message (https://docs.discord.com/developers/resources/message#create-message).
     *
     * @param rest members of the body beside the text: {@code components}, {@code message_reference}
     * @param place in its part, of which the key of the message is made
     * @param file to attach; null for none
     */
    record Post(
            String channel,
            FormattedText text,
            ObjectNode rest,
            String place,
            @Nullable OutboundArtifact file) implements WithText {
        @Override
        public String method() {
            return "POST";
        }

        @Override
        public String path() {
            return "/channels/" + channel + "/messages";
        }

        @Override
        public Post with(FormattedText other) {
            return new Post(channel, other, rest, place, file);
        }

        /** Returns the call at that place of its part. */
        public Post at(String newPlace) {
            return new Post(channel, text, rest, newPlace, file);
        }

        /** Returns the call without a member of its body. */
        public Post without(String member) {
            ObjectNode changed = rest.deepCopy();
            changed.remove(member);
            return new Post(channel, text, changed, place, file);
        }
    }

    /**
     * Replaces the text of a message (https://docs.discord.com/developers/resources/message#edit-message).
     *
     * @param rest members of the body beside the text
     * @param replaced the message that the edit stands for; null for an edit that an agent requested
     */
    record Edit(
            String channel,
            String message,
            FormattedText text,
            ObjectNode rest,
            @Nullable Post replaced) implements WithText {
        @Override
        public String method() {
            return "PATCH";
        }

        @Override
        public String path() {
            return "/channels/" + channel + "/messages/" + message;
        }

        @Override
        public Edit with(FormattedText other) {
            return new Edit(channel, message, other, rest, replaced);
        }
    }

    /** Removes a message (https://docs.discord.com/developers/resources/message#delete-message). */
    record Delete(String channel, String message) implements OfChannel {
        @Override
        public String method() {
            return "DELETE";
        }

        @Override
        public String path() {
            return "/channels/" + channel + "/messages/" + message;
        }
    }

    /**
     * Adds or removes a reaction of the bot (https://docs.discord.com/developers/resources/message#create-reaction, #delete-own-reaction).
     *
     * @param emoji of Unicode, or {@code name:id}
     */
    record Reaction(String channel, String message, String emoji, boolean isAdded) implements OfChannel {
        @Override
        public String method() {
            return isAdded ? "PUT" : "DELETE";
        }

        @Override
        public String path() {
            String encoded = URLEncoder.encode(emoji, StandardCharsets.UTF_8).replace("+", "%20");
            return "/channels/" + channel + "/messages/" + message + "/reactions/" + encoded + "/@me";
        }
    }

    /** Shows for ten seconds that the bot types (https://docs.discord.com/developers/resources/channel#trigger-typing-indicator). */
    record Typing(String channel) implements OfChannel {
        @Override
        public String method() {
            return "POST";
        }

        @Override
        public String path() {
            return "/channels/" + channel + "/typing";
        }
    }

    /**
     * Responds to an interaction that came over the gateway, within 3 s
     * (https://docs.discord.com/developers/interactions/receiving-and-responding#create-interaction-response).
     */
    record Respond(DiscordInteraction interaction, DiscordResponse response) implements DiscordCall {
        @Override
        public String method() {
            return "POST";
        }

        @Override
        public String path() {
            return "/interactions/" + interaction.id() + "/" + interaction.token() + "/callback";
        }
    }

    /** Returns true for a call that the token of its interaction authorizes, which is part of its path. */
    default boolean isOfInteraction() {
        return this instanceof Respond;
    }

    /**
     * Returns the nonce of a message: equal for every repetition. It has 22 of at most 25 characters, and a second message with it is not
     * created within a few minutes (https://docs.discord.com/developers/resources/message#create-message-json/form-params).
     *
     * @param part the permanent key of the part
     */
    static String nonce(String part, String place) {
        UUID key = UUID.nameUUIDFromBytes((part + "\n" + place).getBytes(StandardCharsets.UTF_8));
        ByteBuffer bytes =
                ByteBuffer.allocate(16).putLong(key.getMostSignificantBits()).putLong(key.getLeastSignificantBits());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }
}
