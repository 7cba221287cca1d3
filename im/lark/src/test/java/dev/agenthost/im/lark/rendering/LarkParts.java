package dev.agenthost.im.lark.rendering;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.lark.calls.LarkCall;
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
final class LarkParts {
    private static final UUID ID = new UUID(0, 1);

    private LarkParts() {}

    static ObjectNode person() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("chat_id", "oc_1")
                .put("message_id", "om_7")
                .put("chat_type", "p2p");
    }

    static ObjectNode group() {
        return person().put("chat_type", "group");
    }

    static ObjectNode thread() {
        return group().put("thread_id", "omt_3");
    }

    static List<LarkCall> calls(ObjectNode target, String text) {
        return calls(target, OutboundKind.MESSAGE, text, List.of(), List.of());
    }

    static List<LarkCall> calls(
            ObjectNode target,
            OutboundKind kind,
            String text,
            List<OutboundArtifact> artifacts,
            List<OutboundAction> actions) {
        return ((LarkRendering.Calls) LarkRenderer.render(part(target, kind, text, artifacts, actions))).calls();
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

    static OutboundArtifact artifact(@Nullable String type, long size) {
        return new OutboundArtifact("a1", "file", type, "chart.bin", size, null, null);
    }

    static String text(LarkCall call) {
        return LarkCards.text(LarkCards.read(call.content()));
    }
}
