package dev.agenthost.protocol.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The key and the headers of records of {@code agent.audit}. */
class AuditRecordsTest {
    private static final Instant AT = Instant.parse("2026-11-21T10:00:00Z");

    private final AuditEntry entry = new AuditEntry(
            "a1",
            AT,
            "context-store",
            "ws/1",
            null,
            null,
            null,
            "key.refused",
            "r",
            null,
            AuditResult.DENIED,
            null,
            null);

    @Test
    void theHeadersNameTheEntryItsServiceItsTimeAndItsWorkspace() {
        Map<String, String> headers = Map.of(
                "ce_specversion", "1.0",
                "ce_id", "a1",
                "ce_type", "dev.agenthost.audit",
                "ce_source", "context-store",
                "ce_time", "2026-11-21T10:00:00Z",
                "content-type", "application/json",
                "agenthost-workspace", "ws/1");

        assertThat(CloudEventHeaders.audit(entry, null)).isEqualTo(headers);
        assertThat(CloudEventHeaders.audit(entry, "00-1"))
                .containsAllEntriesOf(headers)
                .containsEntry("traceparent", "00-1");
    }

    @Test
    void aWorkspaceIsEncodedSoThatItsKeyIsNoConversations() {
        assertThat(ConversationKey.ofWorkspace("ws/1").value()).isEqualTo("ws%2F1");
    }
}
