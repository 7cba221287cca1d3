package dev.agenthost.testkit.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Map;

/**
 * A call that arrived, whatever its outcome.
 *
 * @param files bytes of uploaded files by parameter
 */
public record RecordedCall(String method, ObjectNode parameters, Map<String, byte[]> files, Instant at) {
    public RecordedCall {
        files = Map.copyOf(files);
    }
}
