package dev.agenthost.im.line.rendering;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.line.calls.LineCall;
import dev.agenthost.im.line.calls.LineMessageObject;
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
final class LineParts {
    static final String PERSON = "U" + "0a".repeat(16);

    private static final UUID ID = new UUID(0, 1);

    private LineParts() {}

    static ObjectNode person() {
        return JsonNodeFactory.instance.objectNode().put("user_id", PERSON);
    }

    static List<LineCall> calls(String text) {
        return calls(part(person(), OutboundKind.MESSAGE, text, List.of(), List.of()));
    }

    static List<LineCall> calls(OutboundReply part) {
        return ((LineRendering.Calls) LineRenderer.render(part)).calls();
    }

    static List<LineCall> calls(OutboundAction question) {
        return calls(part(person(), OutboundKind.MESSAGE, "", List.of(), List.of(question)));
    }

    /** Returns the texts of messages, and the title of a bubble in brackets. */
    static List<String> texts(List<LineCall> calls) {
        return calls.stream()
                .flatMap(call -> call.messages().stream())
                .map(LineMessageObject::body)
                .map(body -> body.path("type").asText().equals("text")
                        ? body.path("text").asText()
                        : "[" + body.at("/contents/body/contents/0/text").asText() + "]")
                .toList();
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

    static OutboundArtifact artifact(@Nullable String name) {
        return new OutboundArtifact("a1", "file", "image/png", name, 10L, null, null);
    }

    static OutboundAction question(String title, @Nullable String description, boolean hasFields, String... labels) {
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
        for (String label : labels) {
            actions.addObject()
                    .put("id", "a" + actions.size())
                    .put("label", label)
                    .put("style", actions.size() == 1 ? "primary" : actions.size() == 2 ? "danger" : "default");
        }
        return new OutboundAction(
                "interaction.requested", JsonNodeFactory.instance.objectNode().put("token", "t1"), payload);
    }
}
