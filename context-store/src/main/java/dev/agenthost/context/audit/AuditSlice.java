package dev.agenthost.context.audit;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Entries of the audit, newest first, unchanged.
 *
 * @param next position of the next slice, which may have no matching entry; null at the end
 */
public record AuditSlice(List<JsonNode> entries, @Nullable AuditPosition next) {
    public AuditSlice {
        entries = List.copyOf(entries);
    }
}
