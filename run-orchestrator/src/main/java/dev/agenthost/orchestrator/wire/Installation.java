package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;

/**
 * The identity of a plugin's installation for a runtime. The runtime keeps the three values together for its lifetime: it refuses an id
 * with another digest.
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
