package dev.agenthost.context.audit;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Entries of the audit, newest first, as they were written.
 *
 * @param next where it goes on: there may be nothing of what is meant behind it; null where there is nothing at all
 */
public record AuditSlice(List<JsonNode> entries, @Nullable AuditPosition next) {
    public AuditSlice {
        entries = List.copyOf(entries);
    }
}
