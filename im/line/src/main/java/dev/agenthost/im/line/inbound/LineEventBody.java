package dev.agenthost.im.line.inbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.SubjectContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the body of an event in the envelope form. */
final class LineEventBody {
    /** The surface of all bots at LINE. */
    static final String SURFACE = "line";

    /** Characters of a text message (https://developers.line.biz/en/reference/messaging-api/#text-message). */
    static final int MESSAGE_CHARS = 5_000;

    private final ObjectNode body = JsonNodeFactory.instance.objectNode();
    private final ObjectNode data = JsonNodeFactory.instance.objectNode();

    private LineEventBody() {}

    /** @param name the platform's name of the event */
    static LineEventBody of(LineEvent event, String eventType, String name) {
        LineEventBody built = new LineEventBody();
        built.body.put("event_id", event.id());
        built.body.put("event_type", eventType);
        built.body.put("source_event_type", name);
        built.body.put("bot_id", event.bot().botId());
        if (event.time() > 0) {
            built.body.put("event_time", event.time());
        }
        built.body.set("data", built.data);
        return built;
    }

    /** Places the event into a chat. */
    LineEventBody in(LineSource source) {
        body.put("conversation_id", source.chatId());
        body.put("launcher_type", source.isPerson() ? "person" : "group");
        body.put("launcher_id", source.chatId());
        data.putObject("chat").put("type", source.type());
        ObjectNode delivery = body.putObject("delivery").put("surface", SURFACE);
        delivery.put("supports_streaming", false);
        delivery.put("supports_edit", false).put("supports_reaction", false);
        delivery.put("max_message_size", MESSAGE_CHARS);
        delivery.putObject("platform_capabilities")
                .put("supports_interactions", true)
                .put("supports_forms", false);
        delivery.putObject("reply_target").put(source.member(), source.chatId());
        return this;
    }

    /**
     * Keeps the token by which an answer can quote the message. Under another name than {@code quoteToken}, because members that are named
     * like secrets are not forwarded; it has no power without the token of the channel.
     *
     * @param token null for a message that cannot be quoted
     */
    LineEventBody quotedBy(@Nullable String token) {
        if (token != null && body.at("/delivery/reply_target") instanceof ObjectNode target) {
            target.put("quote", token);
        }
        return this;
    }

    /** Names the person. Webhooks have no names of persons. */
    LineEventBody by(@Nullable String userId) {
        if (userId != null) {
            body.set(
                    "actor",
                    ProtocolCodec.tree(new ActorContext("user", userId, null, JsonNodeFactory.instance.objectNode())));
        }
        return this;
    }

    LineEventBody about(String subjectType, String subjectId) {
        body.set(
                "subject",
                ProtocolCodec.tree(new SubjectContext(subjectType, subjectId, JsonNodeFactory.instance.objectNode())));
        return this;
    }

    LineEventBody saying(String text) {
        body.set("input", ProtocolCodec.tree(text.isEmpty() ? AgentInput.empty() : AgentInput.text(text)));
        return this;
    }

    /** Returns the facts of the event, to be added to. */
    ObjectNode data() {
        return data;
    }

    LineMapping.Event event() {
        return event(List.of());
    }

    LineMapping.Event event(List<LineFile> files) {
        return new LineMapping.Event(body, files);
    }
}
