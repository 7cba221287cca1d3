package dev.agenthost.testkit.discord;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message that a channel shows.
 *
 * @param isOfBot false for a person's
 * @param body of the call that sent it
 * @param repliesTo the message that it replies to; null for none
 * @param reactions of the bot
 * @param files bytes of its files
 */
public record DiscordMessage(
        String id,
        boolean isOfBot,
        ObjectNode body,
        @Nullable String repliesTo,
        List<String> reactions,
        List<byte[]> files) {
    public DiscordMessage {
        reactions = List.copyOf(reactions);
        files = List.copyOf(files);
    }

    /** Returns its Markdown. */
    public String content() {
        return body.path("content").asText();
    }

    /** Returns its rows of components. */
    public JsonNode components() {
        return body.path("components");
    }

    /**
     * Returns true if it notifies somebody (https://docs.discord.com/developers/resources/message#allowed-mentions-object): a mention is in
     * its content, and not suppressed.
     */
    public boolean mentionsAnybody() {
        boolean isSuppressed = body.path("allowed_mentions").path("parse").isArray()
                && body.path("allowed_mentions").path("parse").isEmpty()
                && body.path("allowed_mentions").size() == 1;
        return !isSuppressed && content().matches("(?s).*(?:@everyone|@here|<@[!&]?[0-9]+>).*");
    }

    DiscordMessage withBody(ObjectNode other) {
        return new DiscordMessage(id, isOfBot, other, repliesTo, reactions, files);
    }

    DiscordMessage withReaction(String emoji, boolean isAdded) {
        List<String> all = new ArrayList<>(reactions);
        all.remove(emoji);
        if (isAdded) {
            all.add(emoji);
        }
        return new DiscordMessage(id, isOfBot, body, repliesTo, all, files);
    }
}
