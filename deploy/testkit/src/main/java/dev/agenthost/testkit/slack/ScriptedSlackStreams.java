package dev.agenthost.testkit.slack;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import java.util.TreeSet;

/**
 * The messages of {@link ScriptedSlack} that are being streamed, by https://docs.slack.dev/reference/methods/chat.startStream,
 * .../chat.appendStream and .../chat.stopStream.
 */
final class ScriptedSlackStreams {
    /** Characters of {@code markdown_text}; that more are refused with {@code msg_too_long} is assumed. */
    private static final int LONGEST = 12_000;

    private static final String TEXT = "markdown_text";

    private final Set<String> open = new TreeSet<>();

    /** "Required when streaming to channels"; a channel with the bot alone has an id that begins with D. */
    static void check(ObjectNode body) {
        if (!body.path("thread_ts").asText().matches("\\d+\\.\\d+")) {
            throw new SlackRefusal("invalid_thread_ts");
        }
        if (!body.path("channel").asText().startsWith("D")) {
            require(body, "recipient_user_id");
            require(body, "recipient_team_id");
        }
        if (body.path(TEXT).asText().length() > LONGEST) {
            throw new SlackRefusal("msg_too_long");
        }
    }

    private static void require(ObjectNode body, String name) {
        if (body.path(name).asText().isEmpty()) {
            throw new SlackRefusal("missing_" + name);
        }
    }

    void started(String channel, String ts) {
        open.add(channel + "/" + ts);
    }

    /** Slack ends the streams of a channel on its own. That it does so after some minutes is not documented. */
    void expire(String channel) {
        open.removeIf(stream -> stream.startsWith(channel + "/"));
    }

    boolean isOpen(ObjectNode body) {
        return open.contains(stream(body));
    }

    /** Returns the message with the appended text. */
    SlackMessage appended(ObjectNode body, SlackMessage message) {
        checkOpen(body);
        if (body.path(TEXT).asText().isEmpty()) {
            throw new SlackRefusal("no_text");
        }
        return longer(body, message);
    }

    /** Returns the message as it is after the end of its stream. */
    SlackMessage stopped(ObjectNode body, SlackMessage message) {
        checkOpen(body);
        SlackMessage last = longer(body, message);
        open.remove(stream(body));
        ObjectNode content = last.content().deepCopy();
        if (body.has("metadata")) {
            content.set("metadata", body.get("metadata"));
        }
        return last.withContent(content);
    }

    private static SlackMessage longer(ObjectNode body, SlackMessage message) {
        String addition = body.path(TEXT).asText();
        if (addition.length() > LONGEST) {
            throw new SlackRefusal("msg_too_long");
        }
        ObjectNode content = message.content().deepCopy();
        return message.withContent(content.put(TEXT, content.path(TEXT).asText() + addition));
    }

    private void checkOpen(ObjectNode body) {
        if (!isOpen(body)) {
            throw new SlackRefusal("message_not_in_streaming_state");
        }
    }

    private static String stream(ObjectNode body) {
        return body.path("channel").asText() + "/" + body.path("ts").asText();
    }
}
