package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;

/** Models for tests. */
public final class Models {
    private Models() {}

    public static Model chat() {
        return chat("{}");
    }

    public static Model chat(String extraArgs) {
        return new Model(
                "ws-1",
                "m-1",
                ModelKind.CHAT,
                new Model.Provider("https://models.example/v1", "MODEL_KEY"),
                "small-2026",
                null,
                (ObjectNode) json(extraArgs),
                true,
                1);
    }

    public static Model at(String baseUrl) {
        Model chat = chat();
        return new Model(
                "ws-1",
                "m-1",
                chat.kind(),
                new Model.Provider(baseUrl, null),
                "small",
                null,
                chat.extraArgs(),
                true,
                1);
    }

    public static JsonNode json(String text) {
        try {
            return ProtocolCodec.readTree(text);
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
