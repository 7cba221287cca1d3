package dev.agenthost.orchestrator.hostapi.audit;

import dev.agenthost.orchestrator.session.RunSession;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.hostapi.AgentApiError;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What runners asked and got (spec 000 §11). A refusal is recorded at once, but only the first {@value #AT_ONCE} of a run and second;
 * served calls, and a flood of refusals, are counted and recorded together each second.
 */
public final class CallAudit {
    private static final int AT_ONCE = 20;
    private static final String SERVICE = "run-orchestrator";

    private record Kind(
            RunSession session,
            String action,
            @Nullable String resource,
            @Nullable String scope,
            @Nullable String code) {}

    private final AuditTrail trail;
    private final Map<Kind, Integer> counted = new HashMap<>();
    private final Map<RunSession, Integer> refusals = new HashMap<>();

    public CallAudit(AuditTrail trail) {
        this.trail = trail;
    }

    public void served(RunSession session, String action, @Nullable String scope) {
        synchronized (this) {
            counted.merge(new Kind(session, action, null, scope, null), 1, Integer::sum);
        }
    }

    /** A served call with an entry of its own. */
    public void served(RunSession session, String action, @Nullable String resource, String detail, Instant now) {
        trail.record(session.conversationKey(), entry(session, action, resource, null, null, detail, now));
    }

    public void refused(RunSession session, String action, @Nullable String scope, AgentApiError error, Instant now) {
        refused(session, action, null, scope, error, now);
    }

    public void refused(
            RunSession session,
            String action,
            @Nullable String resource,
            @Nullable String scope,
            AgentApiError error,
            Instant now) {
        synchronized (this) {
            if (refusals.merge(session, 1, Integer::sum) > AT_ONCE) {
                counted.merge(new Kind(session, action, resource, scope, error.code()), 1, Integer::sum);
                return;
            }
        }
        trail.record(
                session.conversationKey(), entry(session, action, resource, scope, error.code(), error.message(), now));
    }

    /** A run began with this grant; recorded as what every later check reads. */
    public void granted(RunSession session, String detail, Instant now) {
        trail.record(session.conversationKey(), entry(session, "run.granted", null, null, null, detail, now));
    }

    /** Each second. */
    public void flush(Instant now) {
        List<Map.Entry<Kind, Integer>> gathered;
        synchronized (this) {
            gathered = List.copyOf(counted.entrySet());
            counted.clear();
            refusals.clear();
        }
        gathered.forEach(entry -> {
            Kind kind = entry.getKey();
            String calls = entry.getValue() + (entry.getValue() == 1 ? " call" : " calls");
            trail.record(
                    kind.session().conversationKey(),
                    entry(kind.session(), kind.action(), kind.resource(), kind.scope(), kind.code(), calls, now));
        });
    }

    /** A name that cannot be written must not cost the entry that says who asked for it. */
    private static @Nullable String kept(@Nullable String said) {
        return said == null || JsonText.isClean(said) ? said : JsonText.clean(said);
    }

    private static AuditEntry entry(
            RunSession session,
            String action,
            @Nullable String resource,
            @Nullable String scope,
            @Nullable String code,
            String detail,
            Instant now) {
        return new AuditEntry(
                UUID.randomUUID().toString(),
                now,
                SERVICE,
                session.workspaceId(),
                session.runId(),
                session.runnerId().toString(),
                session.runnerId().plugin(),
                action,
                kept(resource),
                kept(scope),
                code == null ? AuditResult.ALLOWED : AuditResult.DENIED,
                code,
                kept(detail));
    }
}
