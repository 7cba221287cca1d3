package dev.agenthost.context.artifact;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.ArtifactPut;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Artifacts for tests. */
public final class Artifacts {
    public static final RunnerId RUNNER = RunnerId.parse("plugin:agenthost/echo/default");

    private Artifacts() {}

    public static ArtifactOwner owner(UUID run, @Nullable String conversation) {
        return new ArtifactOwner("demo", new RunId(run), "bot", conversation, null);
    }

    /** A small text without a declaration. */
    public static ArtifactPut text(ArtifactOwner owner, int attempt, String effect, String text) {
        return put(owner, attempt, effect, null, null, null, null, null, base64(text));
    }

    public static ArtifactPut named(ArtifactOwner owner, int attempt, String effect, String id, String text) {
        return put(owner, attempt, effect, id, null, null, null, null, base64(text));
    }

    public static ArtifactPut put(
            ArtifactOwner owner,
            int attempt,
            String effect,
            @Nullable String artifactId,
            @Nullable String mimeType,
            @Nullable String name,
            @Nullable Long size,
            @Nullable String sha256,
            @Nullable String base64) {
        return new ArtifactPut(
                owner,
                attempt,
                attempt + "/" + effect,
                effect,
                RUNNER,
                "file",
                artifactId,
                mimeType,
                name,
                size,
                sha256,
                metadata(),
                base64);
    }

    public static ObjectNode metadata() {
        return JsonNodeFactory.instance.objectNode().put("pages", 1);
    }

    public static String base64(String text) {
        return base64(text.getBytes(StandardCharsets.UTF_8));
    }

    public static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
