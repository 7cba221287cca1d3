package dev.agenthost.protocol.context;

import dev.agenthost.protocol.error.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file the run may read: one of its configuration or of a knowledge base (spec 000 §4.4, §6).
 *
 * @param size bytes
 */
public record FileResource(
        String fileKey,
        @Nullable String name,
        @Nullable String mimeType,
        @Nullable Long size,
        List<String> operations) {
    public FileResource {
        Fields.text(fileKey, "file_key");
        operations = Fields.list(operations, "operations");
    }
}
