package dev.agenthost.im.discord.calls;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A response to an interaction
 * (https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-interaction-callback-type). Over
 * HTTP it is the body of the answer, with {@code application/json}; otherwise that of {@link DiscordCall.Respond}.
 */
public sealed interface DiscordResponse {
    /** Seen by the person of the interaction alone (https://docs.discord.com/developers/resources/message#message-object-message-flags). */
    int EPHEMERAL = 1 << 6;

    /** Shows a text to the person alone. @param text in the Markdown of Discord, at most 2,000 code points */
    record Message(String text) implements DiscordResponse {}

    /** Accepts a pressed button, and shows nothing. */
    record DeferredUpdate() implements DiscordResponse {}

    /**
     * Opens a form. Not a response to a submitted form.
     *
     * @param data {@code custom_id}, {@code title} and {@code components}
     */
    record Modal(ObjectNode data) implements DiscordResponse {}

    /** Suggests nothing for a value that a person types into a command. */
    record NoChoices() implements DiscordResponse {}

    /** Returns the body. No text mentions anybody. */
    default ObjectNode body() {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        switch (this) {
            case Message(String text) -> body.put("type", 4).set("data", message(text));
            case DeferredUpdate deferred -> body.put("type", 6);
            case NoChoices none -> body.put("type", 8).putObject("data").putArray("choices");
            case Modal(ObjectNode data) -> body.put("type", 9).set("data", data);
        }
        return body;
    }

    private static ObjectNode message(String text) {
        ObjectNode data = JsonNodeFactory.instance.objectNode().put("content", text);
        data.putObject("allowed_mentions").putArray("parse");
        return data.put("flags", EPHEMERAL);
    }
}
