package dev.agenthost.im.slack.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.slack.calls.SlackCall;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The place of a streamed answer: always a thread, since Slack refuses a stream outside of one
 * (https://docs.slack.dev/reference/methods/chat.startStream).
 *
 * @param channel id of the channel
 * @param thread the time stamp of the message that begins the thread
 * @param user the person who receives the stream
 * @param team id of the person's workspace
 */
public record StreamTarget(String channel, String thread, String user, String team) {

    /** Returns the place of the answer to an event; empty if it cannot be streamed: without a thread, a person or a workspace. */
    public static Optional<StreamTarget> of(@Nullable JsonNode replyTarget) {
        SlackTarget target = SlackTarget.of(replyTarget);
        if (replyTarget == null || target == null || target.thread() == null) {
            return Optional.empty();
        }
        String user = SlackTarget.id(replyTarget.path("user"));
        String team = SlackTarget.id(replyTarget.path("team"));
        return user == null || team == null
                ? Optional.empty()
                : Optional.of(new StreamTarget(target.channel(), target.thread(), user, team));
    }

    /** Returns the call that starts the stream with that text. Slack takes no metadata for it, so its message has no key. */
    public SlackCall start(String text) {
        ObjectNode parameters = JsonNodeFactory.instance
                .objectNode()
                .put("channel", channel)
                .put(SlackCall.THREAD, thread)
                .put("recipient_user_id", user)
                .put("recipient_team_id", team)
                .put(SlackCall.MARKDOWN, text);
        return new SlackCall(SlackCall.START_STREAM, parameters);
    }

    /** Returns the call that appends a text to the stream (https://docs.slack.dev/reference/methods/chat.appendStream). */
    public SlackCall append(String ts, String text) {
        return new SlackCall(SlackCall.APPEND_STREAM, message(channel, ts).put(SlackCall.MARKDOWN, text));
    }

    /**
     * Returns the call that ends a stream (https://docs.slack.dev/reference/methods/chat.stopStream). Its message has the key of a preview
     * then, and may be edited.
     */
    public static SlackCall stop(String channel, String ts) {
        return new SlackCall(SlackCall.STOP_STREAM, message(channel, ts));
    }

    private static ObjectNode message(String channel, String ts) {
        return JsonNodeFactory.instance.objectNode().put("channel", channel).put("ts", ts);
    }
}
