package dev.agenthost.protocol.topic;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.id.EventId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The Kafka headers of our records: CloudEvents 1.0 in binary mode, and two of our own. */
public final class CloudEventHeaders {
    public static final String SPEC_VERSION = "ce_specversion";
    public static final String ID = "ce_id";
    public static final String TYPE = "ce_type";
    public static final String SOURCE = "ce_source";
    public static final String TIME = "ce_time";
    public static final String CONTENT_TYPE = "content-type";
    public static final String TRACEPARENT = "traceparent";
    public static final String WORKSPACE = "agenthost-workspace";
    /** {@code true} on a record of results that holds nothing but deltas: who stores no deltas passes it over unread. */
    public static final String DELTAS_ONLY = "agenthost-deltas-only";

    public static final String EVENT_TYPE = "dev.agenthost.event";
    public static final String RESOLUTION_TYPE = "dev.agenthost.resolution";
    public static final String RESULTS_TYPE = "dev.agenthost.results";
    public static final String RECEIPT_TYPE = "dev.agenthost.receipt";
    public static final String ADAPTER_RECEIPT_TYPE = "dev.agenthost.adapter-receipt";
    public static final String OUTBOUND_MESSAGE_TYPE = "dev.agenthost.outbound.message";
    public static final String OUTBOUND_FAILURE_TYPE = "dev.agenthost.outbound.failure";
    public static final String OUTBOUND_PLACEHOLDER_TYPE = "dev.agenthost.outbound.placeholder";
    public static final String OUTBOUND_DELTA_TYPE = "dev.agenthost.outbound.delta";
    public static final String OUTBOUND_PROGRESS_TYPE = "dev.agenthost.outbound.progress";
    public static final String OUTBOUND_TYPING_TYPE = "dev.agenthost.outbound.typing";
    public static final String AUDIT_TYPE = "dev.agenthost.audit";
    public static final String KEY_TYPE = "dev.agenthost.key";
    public static final String RUNNER_TYPE = "dev.agenthost.runner";
    public static final String BOT_TYPE = "dev.agenthost.bot";
    public static final String TAKEOVER_TYPE = "dev.agenthost.takeover";
    public static final String REDRIVE_TYPE = "dev.agenthost.redrive";

    private CloudEventHeaders() {}

    /**
     * Returns the headers of a record of {@code agent.audit}.
     *
     * @param traceparent of the event that the entry is about, if it is about one
     */
    public static Map<String, String> audit(AuditEntry entry, @Nullable String traceparent) {
        return of(AUDIT_TYPE, entry.auditId(), entry.service(), entry.at(), entry.workspaceId(), traceparent);
    }

    /** Returns the headers of a record of {@code agent.events}. */
    public static Map<String, String> event(
            EventId id, String source, Instant receivedAt, String workspace, String traceparent) {
        return of(EVENT_TYPE, id.toString(), source, receivedAt, workspace, traceparent);
    }

    /**
     * @param id deterministic: the same record published twice has the same id
     * @param source the service that writes, for instance {@code event-gateway}
     */
    public static Map<String, String> of(
            String type, String id, String source, Instant time, String workspace, @Nullable String traceparent) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(SPEC_VERSION, "1.0");
        headers.put(ID, id);
        headers.put(TYPE, type);
        headers.put(SOURCE, source);
        headers.put(TIME, time.toString());
        headers.put(CONTENT_TYPE, "application/json");
        headers.put(WORKSPACE, workspace);
        if (traceparent != null) {
            headers.put(TRACEPARENT, traceparent);
        }
        return headers;
    }
}
