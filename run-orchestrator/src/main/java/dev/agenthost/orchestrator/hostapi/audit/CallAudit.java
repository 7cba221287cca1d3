package dev.agenthost.orchestrator.hostapi.audit;

import dev.agenthost.orchestrator.session.RunSession;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.hostapi.AgentApiError;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What runners asked and got (spec 000 §11): run, runner, action, resource, scope and result. A refusal is recorded at once, but
 * only the first {@value #AT_ONCE} of a run and second; served calls, and a flood of refusals, are counted and recorded together
 * each second.
 */
public final class CallAudit {
    private static final int AT_ONCE = 20;
    private static final String SERVICE = "run-orchestrator";

    /** Of the names of one run and second; what it names beyond is counted together. */
    static final int MOST_NAMES = 50;

    private record Kind(
            RunSession session,
            String action,
            Named named,
            @Nullable String code) {}

    private final AuditTrail trail;
    private final Map<Kind, Integer> counted = new HashMap<>();
    private final Map<RunSession, Integer> refusals = new HashMap<>();
    private final Map<RunSession, Set<Named>> names = new HashMap<>();

    public CallAudit(AuditTrail trail) {
        this.trail = trail;
    }

    public void served(RunSession session, String action, Named named) {
        synchronized (this) {
            count(session, action, named, null);
        }
    }

    /** A served call with an entry of its own. */
    public void served(RunSession session, String action, Named named, String detail, Instant now) {
        trail.record(session.conversationKey(), entry(session, action, named, null, detail, now));
    }

    public void refused(RunSession session, String action, Named named, AgentApiError error, Instant now) {
        synchronized (this) {
            if (refusals.merge(session, 1, Integer::sum) > AT_ONCE) {
                count(session, action, named, error.code());
                return;
            }
        }
        trail.record(session.conversationKey(), entry(session, action, named, error.code(), error.message(), now));
    }

    /** A runner that makes up a name for each call costs no more than one that does not. */
    private void count(RunSession session, String action, Named named, @Nullable String code) {
        Set<Named> known = names.computeIfAbsent(session, any -> new HashSet<>());
        boolean isKept = known.contains(named) || known.size() < MOST_NAMES && known.add(named);
        counted.merge(new Kind(session, action, isKept ? named : Named.SEVERAL, code), 1, Integer::sum);
    }

    /** A run began with this grant; recorded as what every later check reads. */
    public void granted(RunSession session, String detail, Instant now) {
        trail.record(session.conversationKey(), entry(session, "run.granted", Named.SEVERAL, null, detail, now));
    }

    /** Each second. */
    public void flush(Instant now) {
        List<Map.Entry<Kind, Integer>> gathered;
        synchronized (this) {
            gathered = List.copyOf(counted.entrySet());
            counted.clear();
            refusals.clear();
            names.clear();
        }
        gathered.forEach(entry -> {
            Kind kind = entry.getKey();
            String calls = entry.getValue() + (entry.getValue() == 1 ? " call" : " calls");
            trail.record(
                    kind.session().conversationKey(),
                    entry(kind.session(), kind.action(), kind.named(), kind.code(), calls, now));
        });
    }

    /** A name that cannot be written must not cost the entry that says who asked for it. */
    private static @Nullable String kept(@Nullable String said) {
        return said == null || JsonText.isClean(said) ? said : JsonText.clean(said);
    }

    private static AuditEntry entry(
            RunSession session, String action, Named named, @Nullable String code, String detail, Instant now) {
        return new AuditEntry(
                UUID.randomUUID().toString(),
                now,
                SERVICE,
                session.workspaceId(),
                session.runId(),
                session.runnerId().toString(),
                session.runnerId().plugin(),
                action,
                kept(named.resource()),
                kept(named.scope()),
                code == null ? AuditResult.ALLOWED : AuditResult.DENIED,
                code,
                kept(detail));
    }
}
