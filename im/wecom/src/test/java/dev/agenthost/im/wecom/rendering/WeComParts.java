package dev.agenthost.im.wecom.rendering;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.wecom.calls.WeComCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.delivery.OutboundKind;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Parts and the calls that they are rendered as. */
final class WeComParts {
    private static final UUID ID = new UUID(0, 1);

    private WeComParts() {}

    static ObjectNode person() {
        return JsonNodeFactory.instance.objectNode().put("user_id", "zhangsan");
    }

    static List<WeComCall> calls(String text) {
        return calls(part(person(), OutboundKind.MESSAGE, text, List.of(), List.of()));
    }

    static List<WeComCall> calls(OutboundReply part) {
        return ((WeComRendering.Calls) WeComRenderer.render(part)).calls();
    }

    static List<WeComCall> calls(OutboundAction question) {
        return calls(part(person(), OutboundKind.MESSAGE, "", List.of(), List.of(question)));
    }

    static WeComCall call(OutboundArtifact file) {
        return calls(part(person(), OutboundKind.MESSAGE, "", List.of(file), List.of()))
                .getFirst();
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

    static OutboundArtifact artifact(@Nullable String type, String name, long size) {
        return new OutboundArtifact("a1", "file", type, name, size, null, null);
    }

    static OutboundAction question(String title, @Nullable String description, boolean hasFields, int buttons) {
        ObjectNode payload = JsonNodeFactory.instance
                .objectNode()
                .put("interaction_id", "i1")
                .put("kind", hasFields ? "form" : "confirmation")
                .put("title", title)
                .put("description", description)
                .put("fallback_text", "Ship it? yes or no");
        ArrayNode fields = payload.putArray("fields");
        if (hasFields) {
            fields.addObject().put("id", "f").put("label", "Why").put("type", "text");
        }
        ArrayNode actions = payload.putArray("actions");
        for (int i = 0; i < buttons; i++) {
            actions.addObject()
                    .put("id", "a" + i)
                    .put("label", "Ship " + i)
                    .put("style", i == 0 ? "primary" : "danger");
        }
        return new OutboundAction(
                "interaction.requested", JsonNodeFactory.instance.objectNode().put("token", "t1"), payload);
    }
}
