package dev.agenthost.im.discord.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.delivery.OutboundKind;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/** Parts of answers, and their calls. */
final class DiscordParts {
    static final RunId RUN = new RunId(new UUID(1, 2));
    static final String DIRECT = "{\"channel_id\":\"81\",\"message_id\":\"5\"}";
    static final String CHANNEL = "{\"channel_id\":\"82\",\"guild_id\":\"7\",\"message_id\":\"5\"}";

    private DiscordParts() {}

    static List<DiscordCall> calls(String target, String text) {
        return calls(part(target, OutboundKind.MESSAGE, text, List.of(), List.of()));
    }

    static List<DiscordCall> calls(OutboundReply part) {
        return ((DiscordRendering.Calls) DiscordRenderer.render(part)).calls();
    }

    static OutboundReply part(
            String target,
            OutboundKind kind,
            String text,
            List<OutboundArtifact> artifacts,
            List<OutboundAction> actions) {
        return new OutboundReply(
                RUN,
                1,
                kind,
                new EventId(new UUID(3, 4)),
                "demo",
                "bot",
                "82",
                null,
                json(target),
                text,
                null,
                artifacts,
                actions);
    }

    static ObjectNode body(DiscordCall call) {
        return DiscordMessageBody.of(call, "r/1").orElseThrow();
    }

    static String content(DiscordCall call) {
        return body(call).path("content").asText();
    }

    static OutboundArtifact file(String name, long size) {
        return new OutboundArtifact("a1", "file", "text/plain", name, size, null, null);
    }

    static JsonNode json(String text) {
        try {
            return ProtocolCodec.readTree(text.getBytes(StandardCharsets.UTF_8));
        } catch (UndecodableException e) {
            throw new AssertionError(e);
        }
    }
}
