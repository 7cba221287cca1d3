package dev.agenthost.sdk.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.hostapi.ArtifactReadResult;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.artifact.UploadToken;
import java.io.InputStream;

/** The artifacts and attachments of this conversation (spec 000 §8). */
public record Artifacts(Calls calls) {
    public ArtifactMetadata metadata(String artifactId) {
        return calls.read(calls.call("artifact_metadata", named(artifactId)), ArtifactMetadata.class);
    }

    /**
     * Reads a range of its bytes.
     *
     * @param offset of the first, in decoded bytes
     * @param length maximum of bytes; the host may return fewer and reports if there are more
     */
    public ArtifactReadResult read(String artifactId, long offset, int length) {
        ObjectNode data = named(artifactId).put("offset", offset).put("limit", length);
        return calls.read(calls.call("artifact_read", data), ArtifactReadResult.class);
    }

    /** The facts of an artifact in the conversation of a run that this run delegated to. */
    public ArtifactMetadata metadataOf(String delegatedRunId, String artifactId) {
        ObjectNode data = named(artifactId).put("target_run_id", delegatedRunId);
        return calls.read(calls.call("artifact_metadata", data), ArtifactMetadata.class);
    }

    /** {@link #read} for an artifact in the conversation of a run that this run delegated to. */
    public ArtifactReadResult readOf(String delegatedRunId, String artifactId, long offset, int length) {
        ObjectNode data = named(artifactId)
                .put("target_run_id", delegatedRunId)
                .put("offset", offset)
                .put("limit", length);
        return calls.read(calls.call("artifact_read", data), ArtifactReadResult.class);
    }

    /** A stream of all its bytes, requested while it is read. A refusal of the host is thrown while reading. */
    public InputStream open(String artifactId) {
        return new ArtifactStream(this, artifactId);
    }

    /**
     * The token with which this run uploads content that is too large for a result, by tus 1.0.0, below the public address.
     * Request a new one when it has expired. Emit {@code artifact.created} with the id and without content for each upload.
     */
    public UploadToken uploadToken() {
        return calls.read(
                calls.call("artifact_upload_token", ProtocolCodec.mapper().createObjectNode()), UploadToken.class);
    }

    private static ObjectNode named(String artifactId) {
        return ProtocolCodec.mapper().createObjectNode().put("artifact_id", artifactId);
    }
}
