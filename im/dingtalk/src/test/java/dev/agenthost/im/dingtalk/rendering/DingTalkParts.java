package dev.agenthost.im.dingtalk.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import dev.agenthost.im.dingtalk.calls.DingTalkRobot;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.delivery.OutboundKind;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Parts and the calls that they are rendered as. */
final class DingTalkParts {
    static final DingTalkRobot ROBOT = new DingTalkRobot("ding1", "a.schema", true);

    private static final UUID ID = new UUID(0, 1);

    private DingTalkParts() {}

    static ObjectNode person() {
        return JsonNodeFactory.instance.objectNode().put("user_id", "manager1");
    }

    static ObjectNode group() {
        return person().put("open_conversation_id", "cid1==");
    }

    static List<DingTalkCall> calls(ObjectNode target, String text) {
        return calls(part(target, OutboundKind.MESSAGE, text, List.of(), List.of()));
    }

    static List<DingTalkCall> calls(OutboundReply part) {
        return ((DingTalkRendering.Calls) DingTalkRenderer.render(part, ROBOT)).calls();
    }

    static OutboundReply part(
            @Nullable ObjectNode target,
            OutboundKind kind,
            String text,
            List<OutboundArtifact> artifacts,
            List<OutboundAction> actions) {
        return new OutboundReply(
                new RunId(ID),
                1,
                kind,
                new EventId(ID),
                "demo",
                "bot",
                "c",
                null,
                target,
                text,
                null,
                artifacts,
                actions);
    }

    static OutboundReply text(String text) {
        return part(group(), OutboundKind.MESSAGE, text, List.of(), List.of());
    }

    static OutboundArtifact artifact(@Nullable String type, String name, long size) {
        return new OutboundArtifact("a1", "file", type, name, size, null, null);
    }

    static JsonNode parameters(DingTalkCall call) {
        try {
            return ProtocolCodec.mapper().readTree(call.body().path("msgParam").asText());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the text of a message or of a card, as it is written. */
    static String written(DingTalkCall call) {
        return switch (call.kind()) {
            case GROUP_MESSAGE, PRIVATE_MESSAGE -> {
                JsonNode parameters = parameters(call);
                yield parameters
                        .path(parameters.has("text") ? "text" : "content")
                        .asText();
            }
            case CARD, CARD_DATA ->
                call.body().at("/cardData/cardParamMap/msgContent").asText();
            case CARD_TEXT -> call.body().path("content").asText();
        };
    }
}
