package dev.agenthost.im.slack.inbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.SubjectContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the body of an event in the envelope form. */
final class SlackEventBody {
    /** The surface of all bots at Slack. */
    static final String SURFACE = "slack";

    static final String GROUP = "group";

    /** Characters that Slack recommends at most (https://docs.slack.dev/reference/methods/chat.postMessage#truncating). */
    static final int MESSAGE_CHARS = 4_000;

    private final ObjectNode body = JsonNodeFactory.instance.objectNode();
    private final ObjectNode data = JsonNodeFactory.instance.objectNode();
    private final SlackEvent event;

    private SlackEventBody(SlackEvent event) {
        this.event = event;
    }

    static SlackEventBody of(SlackEvent event, String eventType) {
        SlackEventBody built = new SlackEventBody(event);
        built.body.put("event_id", event.id());
        built.body.put("event_type", eventType);
        built.body.put("source_event_type", event.type());
        built.body.put("bot_id", event.bot().botId());
        if (event.time() > 0) {
            built.body.put("event_time", event.time());
        }
        built.body.set("data", built.data);
        return built;
    }

    /**
     * Places the event into a channel.
     *
     * @param threadTs the thread; null outside of threads
     * @param ts the message that an answer is about; null for none
     * @param user the person whom an answer is for; null for none
     */
    SlackEventBody in(SlackChannel channel, @Nullable String threadTs, @Nullable String ts, @Nullable String user) {
        body.put("conversation_id", channel.id());
        body.put("launcher_type", channel.isPrivate() ? "person" : GROUP);
        body.put("launcher_id", channel.id());
        data.putObject("chat").put("type", channel.type());
        ObjectNode delivery = body.putObject("delivery").put("surface", SURFACE);
        delivery.put("supports_streaming", true);
        delivery.put("supports_edit", true).put("supports_reaction", true);
        delivery.put("max_message_size", MESSAGE_CHARS);
        delivery.putObject("platform_capabilities")
                .put("supports_interactions", true)
                .put("supports_forms", false);
        ObjectNode target = delivery.putObject("reply_target").put(SlackEvent.CHANNEL, channel.id());
        target.put("channel_type", channel.type());
        put(target, "ts", ts);
        put(target, "thread_ts", threadTs);
        put(target, SlackEvent.USER, user);
        put(target, "team", event.team());
        put(body, "thread_id", threadTs);
        return this;
    }

    private static void put(ObjectNode object, String name, @Nullable String value) {
        if (value != null) {
            object.put(name, value);
        }
    }

    SlackEventBody by(@Nullable ActorContext actor) {
        if (actor != null) {
            body.set("actor", ProtocolCodec.tree(actor));
        }
        return this;
    }

    SlackEventBody about(String subjectType, String subjectId) {
        body.set(
                "subject",
                ProtocolCodec.tree(new SubjectContext(subjectType, subjectId, JsonNodeFactory.instance.objectNode())));
        return this;
    }

    SlackEventBody saying(String text) {
        body.set("input", ProtocolCodec.tree(text.isEmpty() ? AgentInput.empty() : AgentInput.text(text)));
        return this;
    }

    /** Returns the facts of the event, to be added to. */
    ObjectNode data() {
        return data;
    }

    SlackMapping.Event event() {
        return event(List.of());
    }

    SlackMapping.Event event(List<SlackFile> files) {
        return new SlackMapping.Event(body, files);
    }
}
