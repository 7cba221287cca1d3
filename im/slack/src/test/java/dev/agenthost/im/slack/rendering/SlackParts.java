package dev.agenthost.im.slack.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.slack.calls.SlackCall;
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
import java.util.stream.Collectors;

/** Parts of answers, and what their calls show. */
final class SlackParts {
    static final RunId RUN = new RunId(new UUID(1, 2));
    static final String DIRECT = "{\"channel\":\"D1\",\"channel_type\":\"im\",\"ts\":\"1.1\"}";
    static final String CHANNEL = "{\"channel\":\"C1\",\"channel_type\":\"channel\",\"ts\":\"1.1\"}";

    private SlackParts() {}

    static List<SlackCall> calls(String target, String text) {
        return calls(part(target, OutboundKind.MESSAGE, text, List.of(), List.of()));
    }

    static List<SlackCall> calls(OutboundReply part) {
        return ((SlackRendering.Calls) SlackRenderer.render(part)).calls();
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
                "C1",
                null,
                json(target),
                text,
                null,
                artifacts,
                actions);
    }

    static ObjectNode body(SlackCall call) {
        return MessageBody.of(call, "r/1");
    }

    /** Returns the words that the rich text of a body shows. */
    static String shown(JsonNode body) {
        return body.path("blocks")
                .valueStream()
                .flatMap(block -> block.path("elements").valueStream())
                .map(element -> element.path("elements")
                        .valueStream()
                        .map(span -> span.path("text").asText())
                        .collect(Collectors.joining()))
                .collect(Collectors.joining("\n"));
    }

    static JsonNode json(String text) {
        try {
            return ProtocolCodec.readTree(text.getBytes(StandardCharsets.UTF_8));
        } catch (UndecodableException e) {
            throw new AssertionError(e);
        }
    }
}
