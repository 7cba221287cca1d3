package dev.agenthost.sdk.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.hostapi.ArtifactReadResult;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.artifact.UploadToken;
import java.io.InputStream;

/** What was made and attached in this conversation (spec 000 §8). */
public record Artifacts(Calls calls) {
    public ArtifactMetadata metadata(String artifactId) {
        return calls.read(calls.call("artifact_metadata", named(artifactId)), ArtifactMetadata.class);
    }

    /**
     * Some of its bytes.
     *
     * @param offset of the first, in decoded bytes
     * @param length how many at most; the host gives no more than it likes, and says whether there are more
     */
    public ArtifactReadResult read(String artifactId, long offset, int length) {
        ObjectNode data = named(artifactId).put("offset", offset).put("limit", length);
        return calls.read(calls.call("artifact_read", data), ArtifactReadResult.class);
    }

    /** All of its bytes, asked for as they are read. What the host refuses is thrown while reading. */
    public InputStream open(String artifactId) {
        return new ArtifactStream(this, artifactId);
    }

    /**
     * What lets this run upload what is too large for a result, by tus 1.0.0, below the address that people use. It is asked for again
     * when it has expired. What was uploaded is said by {@code artifact.created} with its id and without content.
     */
    public UploadToken uploadToken() {
        return calls.read(
                calls.call("artifact_upload_token", ProtocolCodec.mapper().createObjectNode()), UploadToken.class);
    }

    private static ObjectNode named(String artifactId) {
        return ProtocolCodec.mapper().createObjectNode().put("artifact_id", artifactId);
    }
}
