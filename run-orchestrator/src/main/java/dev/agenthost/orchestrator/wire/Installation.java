package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;

/**
 * What a runtime calls a plugin's installation. It keeps the three together for as long as it lives: one id with another digest is
 * refused there.
 *
 * @param revision from 1
 * @param digest 64 lowercase hexadecimal digits
 */
public record Installation(UUID id, int revision, String digest) {
    public void writeTo(ObjectNode object) {
        object.put("installation_uuid", id.toString())
                .put("runtime_revision", revision)
                .put("artifact_digest", digest);
    }
}
