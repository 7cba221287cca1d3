package dev.agenthost.im.slack.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.slack.calls.SlackCall;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import org.jspecify.annotations.Nullable;

/**
 * The place of an answer, read from the reply target of its event.
 *
 * @param channel for instance {@code C024BE91L}
 * @param thread the time stamp of the message that begins the thread; null for a message into the channel
 */
public record SlackTarget(String channel, @Nullable String thread) {
    /**
     * Returns null for a target without a channel. An answer to a message in a channel is in the thread of that message; in a direct
     * message it is in a thread only if the person's is.
     */
    public static @Nullable SlackTarget of(@Nullable JsonNode replyTarget) {
        String channel = replyTarget == null ? null : id(replyTarget.path("channel"));
        if (replyTarget == null || channel == null) {
            return null;
        }
        String thread = time(replyTarget.path("thread_ts"));
        boolean isDirect = replyTarget.path("channel_type").asText().equals("im");
        return new SlackTarget(channel, thread != null || isDirect ? thread : time(replyTarget.path("ts")));
    }

    /** Returns the message with a text, and blocks that follow it. */
    SlackCall message(FormattedText text, ArrayNode blocks) {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode().put("channel", channel);
        if (thread != null) {
            parameters.put(SlackCall.THREAD, thread);
        }
        // A preview of each link would be longer than the answer.
        parameters.put("unfurl_links", false).put("unfurl_media", false);
        if (!blocks.isEmpty()) {
            parameters.set(SlackCall.BLOCKS, blocks);
        }
        return new SlackCall(SlackCall.POST, parameters, text, "", null);
    }

    SlackCall message(FormattedText text) {
        return message(text, JsonNodeFactory.instance.arrayNode());
    }

    /** Returns the call that replaces the text of a message. */
    SlackCall edit(String ts, FormattedText text) {
        ObjectNode parameters =
                JsonNodeFactory.instance.objectNode().put("channel", channel).put("ts", ts);
        if (thread != null) {
            parameters.put(SlackCall.THREAD, thread);
        }
        return new SlackCall(SlackCall.UPDATE, parameters, text, null, null);
    }

    /** Returns the call that shows a file. */
    SlackCall file(OutboundArtifact file) {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode().put("channel_id", channel);
        if (thread != null) {
            parameters.put(SlackCall.THREAD, thread);
        }
        return new SlackCall(SlackCall.SHARE, parameters, null, "", file);
    }

    /** Returns an id of Slack; null for none. */
    static @Nullable String id(JsonNode value) {
        String text = value.asText();
        return text.matches("[A-Z0-9]{1,64}") ? text : null;
    }

    /** Returns a time stamp, which is the id of a message in its channel; null for none. */
    static @Nullable String time(JsonNode value) {
        String text = value.asText();
        return text.matches("\\d{1,12}\\.\\d{1,9}") ? text : null;
    }
}
