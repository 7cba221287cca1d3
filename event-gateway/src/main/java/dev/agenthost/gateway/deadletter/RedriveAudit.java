package dev.agenthost.gateway.deadletter;

import dev.agenthost.protocol.audit.AuditEntry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes the audit entries of dead letters: who read or redrove which. A workspace finds those of its own records. */
public final class RedriveAudit {
    private static final String SERVICE = "event-gateway";
    /** The workspace of records whose owner cannot be known. */
    private static final String NO_WORKSPACE = "*";

    private RedriveAudit() {}

    /** Returns the entry about a dead letter whose content was read. */
    public static AuditEntry read(DeadLetterRecord record, String by, Instant now) {
        return entry(
                workspace(record), by, "dead_letter.read", record.position().toString(), null, now);
    }

    /** Returns one entry for each workspace that has records among these. */
    static List<AuditEntry> redriven(List<DeadLetterRecord> records, RedriveRequest request, Instant now) {
        Map<String, List<DeadLetterRecord>> byWorkspace = records.stream()
                .collect(Collectors.groupingBy(RedriveAudit::workspace, TreeMap::new, Collectors.toList()));
        return byWorkspace.entrySet().stream()
                .map(owned -> entry(
                        owned.getKey(),
                        request.by(),
                        "dead_letter.redrive",
                        request.topic().name(),
                        owned.getValue().size() + " of redrive " + request.redriveId() + ": "
                                + owned.getValue().stream()
                                        .map(record -> record.position().partition() + "@"
                                                + record.position().offset())
                                        .collect(Collectors.joining(", ")),
                        now))
                .toList();
    }

    private static String workspace(DeadLetterRecord record) {
        return record.workspace() == null ? NO_WORKSPACE : record.workspace();
    }

    private static AuditEntry entry(
            String workspace, String by, String action, String resource, @Nullable String detail, Instant now) {
        return AuditEntry.allowed(
                UUID.randomUUID().toString(),
                now,
                SERVICE,
                workspace,
                by,
                action,
                "dead_letter/" + resource,
                null,
                detail);
    }
}
